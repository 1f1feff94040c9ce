"""Which rules does a piece break where it lies? One small function per rule."""
