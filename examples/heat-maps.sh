#!/bin/sh
# Draws the heat maps of the README: 40,000 orders under three keys.
#
#   examples/heat-maps.sh [FILE.svg]
#
# FILE.svg is docs/heat-maps.svg by default. The same command always draws the same picture.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
keywright=${KEYWRIGHT:-$here/../keywright}

"$keywright" simulate "$here/heat-maps.cql" \
  --generate 40000 --column order_id=sequence --column ordered_at=clock \
  --column 'customer_id=zipf(5000)' \
  --strategy 'ordered_at, order_id' \
  --strategy 'bucket(8), ordered_at, order_id' \
  --strategy 'customer_id, ordered_at, order_id' \
  --heat-map never --overwrite --out "${1:-$here/../docs/heat-maps.svg}"
