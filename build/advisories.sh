#!/usr/bin/env bash
# Compares the dependencies with the known vulnerabilities, where their lists can be reached: RustSec's by cargo-deny, npm's by npm audit.
# Called by make check.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! command -v cargo-deny >/dev/null; then
  echo 'check: cargo-deny is not installed: licences, bans and advisories are not checked'
else
  cargo deny check licenses bans
  if git ls-remote -q https://github.com/rustsec/advisory-db HEAD >/dev/null 2>&1; then
    cargo deny check advisories
  else
    echo 'check: the list of RustSec cannot be reached: advisories of crates are not checked'
  fi
fi
report=$(npm audit --json 2>/dev/null || true)
# An error of the registry has no list of vulnerabilities.
if [[ $report != *'"auditReportVersion"'* ]]; then
  echo 'check: the list of npm cannot be reached: advisories of npm packages are not checked'
else
  npm audit --audit-level=high
fi
