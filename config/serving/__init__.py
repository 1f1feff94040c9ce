"""The web server: one port, without a proxy in front."""
