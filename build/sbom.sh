#!/usr/bin/env bash
# Writes what the page, the gateway and the recorder consist of, as CycloneDX, into target/sbom. Called by make.
set -euo pipefail
cd "$(dirname "$0")/.."
VERSION=0.5.9
out=${CARGO_TARGET_DIR:-target}/sbom
name=gorlif-sbom

if ! grep -qs "^\"cargo-cyclonedx $VERSION " .tools/.crates.toml; then
  echo "sbom: building cargo-cyclonedx $VERSION into .tools (about 2 minutes, once)"
  CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_LTO=off cargo install --locked --quiet --root .tools "cargo-cyclonedx@$VERSION"
fi
mkdir -p "$out"
# The tool writes a file into the folder of each package of the workspace.
trap 'find . -name "$name.json" -not -path "./target/*" -delete' EXIT
crate() { # part, folder of the package, target
  .tools/bin/cargo-cyclonedx cyclonedx -qq --manifest-path Cargo.toml --format json --spec-version 1.5 --no-build-deps --target "$3" --override-filename "$name"
  mv "$2/$name.json" "$out/$1.cdx.json"
}
host=$(rustc -vV | sed -n 's/^host: //p')
crate page-rust . wasm32-unknown-unknown
crate gateway gateway "$host"
crate recorder recorder "$host"
# Of npm the page has only what `dependencies` lists.
npm sbom --sbom-format cyclonedx --omit dev --package-lock-only > "$out/page-npm.cdx.json"
for file in "$out"/*.cdx.json; do
  node -e '
    const { bomFormat, components } = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
    if (bomFormat !== "CycloneDX" || !components.length) throw new Error(`sbom: ${process.argv[1]} is empty`);
    console.log(`sbom: ${process.argv[1]}: ${components.length} components`);
  ' "$file"
done
