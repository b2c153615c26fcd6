"""The kits as data, and the drawings and lists made from them."""
