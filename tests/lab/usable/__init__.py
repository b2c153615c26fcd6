"""Every view of Hansa Teutonica, as everybody must be able to use it."""
