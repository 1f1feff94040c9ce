"""How does a layout become a map? `scene` decides what stands where, `svg` writes it down."""
