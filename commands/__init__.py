"""The commands of `./metator`. Standard library only: they run before anything is installed."""
