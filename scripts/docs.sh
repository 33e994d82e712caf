# shellcheck shell=bash disable=SC2154 # what is set in ./jfs, or the other scripts, is used here
# ./jfs docs: the pages of docs/, and those beside the code, as a site in target/site. Sourced by ./jfs.

make_docs() {
  local pages=$root/target/site-pages tools=$root/target/site-tools
  want "to make the site" has_python_environments python3-venv
  install_wanted || has_python_environments || die "the site is made by MkDocs, in a virtual environment of Python"
  if ! cmp -s "$root/scripts/site/requirements.txt" "$tools/requirements.txt"; then
    rm -rf "$tools"
    python3 -m venv "$tools" || die "no virtual environment of Python"
    "$tools/bin/pip" install -q -r "$root/scripts/site/requirements.txt" >&2 || die "MkDocs cannot be installed"
    cp "$root/scripts/site/requirements.txt" "$tools"
  fi
  stage_pages
  # Any link that leads nowhere is an error.
  "$tools/bin/mkdocs" build --strict --config-file "$root/scripts/site/mkdocs.yml" >"$tools/log" 2>&1 ||
    die "no site was made: $(grep -E '^(WARNING|ERROR)' "$tools/log" || tail -3 "$tools/log")"
  say "the site is in target/site: open target/site/index.html"
}

has_python_environments() { python3 -c 'import ensurepip, venv' 2>/dev/null; }

# The pages alone, in the folders that they have here: so links between them hold.
stage_pages() {
  rm -rf "$pages"
  mkdir -p "$pages"
  (cd "$root" && cp --parents -r README.md CONTRIBUTING.md CHANGELOG.md LICENSE docs examples lab/README.md bench/README.md "$pages")
}
