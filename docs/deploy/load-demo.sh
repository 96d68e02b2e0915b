#!/bin/sh
# SPDX-License-Identifier: MIT
# Loads the example data into the database of compose.yaml.
set -e
/srv/data/load "$POSTGRES_DB"
