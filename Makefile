# The commands of this project, for developers and CI; README.md describes them.
export PATH := $(CURDIR)/.tools/bin:$(CURDIR)/node_modules/.bin:$(PATH)
export PATH := $(PATH):/usr/sbin
export PORT SERVICE_PORT SCENARIO CAPTURES TILES RING FILE GORLIF_BUNDLE

.PHONY: serve live probe gateway test test-native build release check setup test-tools size translator shots bench fuzz soak storm mutants sbom pin-images provenance

serve: setup
	@build/serve.sh

live: setup
	@mkdir -p target/serve
	@test -f Trunk.live.toml || { echo 'live: Trunk.live.toml is missing. Copy Trunk.live.example.toml and put your base address and keys in.' >&2; exit 1; }
	@# The page asks for the versions that the service answers. Suppress trunk's proxy log, which would print the keys.
	settings=$$(cargo run --quiet -p gorlif-probe -- --trunk Trunk.live.toml --json) || [ -n "$$settings" ] || exit 1; \
	GORLIF_SETTINGS=$$settings trunk --config Trunk.live.toml --log info,trunk::serve::proxy=warn serve --dist target/serve

# With the settings of the gateway: GORLIF_UPSTREAM, GORLIF_KEY_LEVELS, … WRITE=gateway/.env writes those of the versions, SAVE=folder keeps
# the responses.
probe: setup
	@cargo run --quiet -p gorlif-probe -- $(if $(WRITE),--write '$(WRITE)') $(if $(SAVE),--save '$(SAVE)')

setup:
	@build/setup.sh

test-tools: setup
	@build/test-tools.sh

gateway: test-tools build
	@build/gateway.sh

build: setup
	trunk build --release --dist dist

# The bundle, built twice in different folders: both must be equal.
release: test-tools
	CI_FULL=1 RING=commands FILE=builds build/test.sh

# The brotli-compressed size of each file that is transferred before the data.
size: build
	@node build/size.mjs

test: test-tools
	@build/test.sh

test-native: setup
	cargo test --workspace

check:
	@build/setup.sh check
	cargo fmt --all --check
	leptosfmt --quiet --check 'src/**/*.rs'
	prettier --log-level warn --check 'src/js/*.{js,mjs}' 'public/*.js' 'pages/*.js' 'build/*.mjs' 'tests/{commands,e2e,engines,gateway,recorder,scripts,support,bench}/*.mjs' 'tests/bench/peers/*.js' 'core/geodata/*.mjs' 'sample-service/tests/*.mjs' 'probe/tests/*.mjs' eslint.config.mjs playwright.config.mjs index.html 'style/*.css' 'pages/*.{css,html,json}' tests/council/index.html package.json core/operations.json core/incomplete.json 'core/geodata/*.json' gateway/compose.yaml
	eslint
	node build/spelling.mjs
	node build/translator.mjs >/dev/null
	RUSTDOCFLAGS='-D warnings' cargo doc --quiet --no-deps --workspace --document-private-items
	cargo clippy --workspace --all-targets -- -D warnings
	cargo clippy -p gorlif --target wasm32-unknown-unknown --lib --bins -- -D warnings
	@build/advisories.sh

# What the page, the gateway and the recorder consist of, as CycloneDX, in target/sbom.
sbom: setup
	@build/sbom.sh

# Pins the base images of the containers to their digests of now.
pin-images:
	@build/pin-images.sh

# The provenance of a release, as a predicate of SLSA v1. SOURCE is the public address of the repository.
provenance:
	@node build/provenance.mjs '$(SOURCE)'

translator:
	@node build/translator.mjs

shots: test-tools build
	cargo build --quiet -p gorlif-gateway -p gorlif-sample-service -p gorlif-recorder
	node build/shots.mjs

# Changes the rules one at a time and names each change that no test notices, with cargo-mutants (cargo install cargo-mutants), for
# two hours. SINCE=main: only in the lines that have changed since then, for some minutes.
mutants:
	git diff $(or $(SINCE),HEAD) > target/since.diff
	CARGO_PROFILE_DEV_DEBUG=0 cargo mutants --jobs 2 --cargo-arg=--config=profile.dev.package.gorlif-core.opt-level=0 --package gorlif-core --package gorlif-recorder --file 'core/src/source/*.rs' --file 'core/src/presenter/*.rs' --file core/src/domain/limits.rs --file recorder/src/cycle.rs $(if $(SINCE),--in-diff target/since.diff) --output target -- --lib --tests

# make test includes short runs of fuzz and soak.
fuzz: setup
	GORLIF_FUZZ_SECONDS=$(or $(SECONDS),60) cargo test --release -p gorlif --test fuzz -- --nocapture

soak: test-tools build
	cargo build --quiet -p gorlif-gateway -p gorlif-sample-service -p gorlif-recorder
	GORLIF_SOAK=full playwright test soak
	GORLIF_SOAK=full playwright test --config tests/engines/playwright.config.mjs soak
	GORLIF_LONG=1 node --test --test-reporter=spec tests/recorder/recorder.test.mjs

storm: test-tools build
	cargo build --quiet -p gorlif-gateway
	GORLIF_STORM_SECONDS=$(or $(SECONDS),60) node --test --test-reporter=spec tests/gateway/storm.test.mjs

bench: test-tools build
	cargo build --quiet -p gorlif-gateway
	cargo build --release --quiet -p gorlif-sample-service
	npm ci --prefix tests/bench --ignore-scripts --no-audit --no-fund --loglevel=error
	SAMPLE_SERVICE=$${CARGO_TARGET_DIR:-target}/release/sample-service node tests/bench/bench.mjs
	cargo bench --quiet --profile server -p gorlif-bench
