#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the tile cache study's test, with its arguments and columns:
#
#   nmes=100 scripts/perftest.sh WMS_256 0 0 0 catalog base
#
# TYPE (WMTS_1, WMS_256, WMTS_16, WMS_1024), zoom, tile column, tile row, configuration, layer. Needs in the environment
#   PERFTEST_URL    the request, up to BBOX or TILEMATRIX; {configuration} and {layer} stand for the arguments
#   PERFTEST_ABOUT  program, version, web server, database: without it a number means nothing
#   PERFTEST_BOX    the square of zoom 0 (EPSG:3857's if unset)
#   MAPLOAD         the program (mapload if unset)
# The server reports its time in the Server-Timing header (MS_SERVER_TIMING "ON").
set -eu
if [ $# -ne 6 ] || [ -z "${PERFTEST_URL:-}" ]; then
    sed -n '3,13s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
as_replacement() { printf %s "$1" | sed 's/[&|\\]/\\&/g'; } # what sed would take for more than a letter
url=$(printf %s "$PERFTEST_URL" | sed "s|{configuration}|$(as_replacement "$5")|g; s|{layer}|$(as_replacement "$6")|g")
half=20037508.342789244
status=0
report=$("${MAPLOAD:-mapload}" perftest "$1" "$2" "$3" "$4" --requests "${nmes:-100}" --quiet --format csv \
    --target "$5=$url" --about "$5=${PERFTEST_ABOUT:-}" --box="${PERFTEST_BOX:-"-$half,-$half,$half,$half"}") || status=$?
printf '%s\n' "$report" | awk -F ';' -v OFS=' ' -v layer="$6" '
    /^# Note/ { print > "/dev/stderr" }
    /^#/ || NF < 6 { next }
    { $5 = $5 OFS ($1 == "TYPE" ? "LAYER" : layer); print }'
exit $status
