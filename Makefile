# Thin on purpose: `./metator` does the work, for machines without make.
.PHONY: run test soak bench backup restore help

run:
	@exec ./metator run

test:
	@exec ./metator test

soak:
	@exec ./metator soak

bench:
	@exec ./metator bench $(ONLY)

backup:
	@exec ./metator backup "$(FILE)"

restore:
	@exec ./metator restore "$(FILE)"

help:
	@exec ./metator help
