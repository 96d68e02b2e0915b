// SPDX-License-Identifier: MIT
#include "feature/append_row.hpp"

#include "geometry/relate.hpp"

namespace ms::feature {

namespace {

void append_value(TextColumn const& from, std::size_t row, TextColumn& to)
{
    if (row >= from.size() || from.is_null(row)) {
        to.append_null();
    } else {
        to.append(from[row]);
    }
}

} // namespace

void append_row(FeatureBatch const& from, std::size_t row, FeatureBatch& to)
{
    geometry::append_feature({from.geometry, row}, to.geometry);
    TextColumn const none;
    for (std::size_t i = 0; i < to.attributes.size(); ++i) {
        append_value(i < from.attributes.size() ? from.attributes[i] : none, row, to.attributes[i]);
    }
    append_value(from.ids, row, to.ids);
    append_value(from.texts, row, to.texts);
}

} // namespace ms::feature
