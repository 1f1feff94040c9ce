"""What stands behind `./metator`? Standard library only: it runs before anything is installed."""
