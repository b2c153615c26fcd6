"""The small screen, through luma.oled."""
