#!/usr/bin/env bash
# Pins the base images of the Dockerfiles to their digests of now. Called by make.
set -euo pipefail
cd "$(dirname "$0")/.."
for file in gateway/Dockerfile gateway/recorder.Dockerfile; do
  for image in $(sed -n 's/^FROM \([^@ ]*\).*/\1/p' "$file" | sort -u); do
    digest=$(docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$image")
    if ! [[ $digest =~ ^sha256:[0-9a-f]{64}$ ]]; then
      echo "pin-images: no digest of $image, but: $digest" >&2
      exit 1
    fi
    sed -i -E "s|^FROM $image(@[^ ]*)?|FROM $image@$digest|" "$file"
    echo "pin-images: $file: $image@$digest"
  done
done
