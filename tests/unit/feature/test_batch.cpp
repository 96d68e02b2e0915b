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

TEST_CASE("batch: it is full by its rows, its points or its texts")
{
    FeatureBatch batch;
    auto const rows_until_full = [&](int points, std::size_t text_bytes) {
        batch.reset(2);
        int rows = 0;
        for (; !batch.is_full(); ++rows) {
            batch.geometry.points.resize(batch.geometry.points.size() +
                                         static_cast<std::size_t>(points));
            batch.geometry.end_ring();
            batch.geometry.end_part();
            batch.geometry.end_feature(ms::geometry::Kind::Line);
            batch.attributes[0].append_null();
            batch.attributes[1].append(std::string(text_bytes, 'x'));
        }
        return rows;
    };
    CHECK(rows_until_full(2, 10) == 2048);
    CHECK(rows_until_full(1000, 10) == 66);
    CHECK(rows_until_full(2, 1'000'000) == 5);
}
