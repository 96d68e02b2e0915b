#!/bin/sh
# SPDX-License-Identifier: MIT
# The example data for compose.yaml's database.
set -e
/srv/data/load "$POSTGRES_DB"
