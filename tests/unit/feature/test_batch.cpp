// SPDX-License-Identifier: MIT
#include "feature/batch.hpp"

#include <doctest/doctest.h>

using ms::feature::FeatureBatch;
using ms::feature::TextColumn;

TEST_CASE("text column: values come back, NULL as an empty text that is known")
{
    TextColumn column;
    column.append("a");
    column.append_null();
    column.append("");
    column.append("bcd");
    CHECK(column.size() == 4);
    CHECK(column[0] == "a");
    CHECK(column[1].empty());
    CHECK(column.is_null(1));
    CHECK(column[2].empty());
    CHECK_FALSE(column.is_null(2));
    CHECK(column[3] == "bcd");
}

TEST_CASE("batch: reset drops the rows and sets the requested columns")
{
    FeatureBatch batch;
    batch.reset(1);
    batch.attributes[0].append("x");
    batch.ids.append("1");
    batch.geometry.end_feature(ms::geometry::Kind::None);
    batch.skipped = 3;
    CHECK(batch.size() == 1);

    batch.reset(2);
    CHECK(batch.size() == 0);
    CHECK(batch.attributes.size() == 2);
    CHECK(batch.attributes[0].size() == 0);
    CHECK(batch.ids.size() == 0);
    CHECK(batch.skipped == 0);
}
