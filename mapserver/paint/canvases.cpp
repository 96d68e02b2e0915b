// SPDX-License-Identifier: MIT
#include "paint/canvas.hpp"

#include "base/string.hpp"
#include "paint/agg_canvas.hpp"
#include "paint/cairo_canvas.hpp"

#include <algorithm>
#include <array>

namespace ms::paint {

namespace {

// Add a canvas here.
constexpr std::array table{
    CanvasKind{.name = "AGG", .make = &make_agg_canvas},
    CanvasKind{.name = "CAIRO", .make = &make_cairo_canvas, .documents = cairo_documents},
};

} // namespace

std::span<CanvasKind const> canvas_kinds() noexcept
{
    return table;
}

CanvasKind const* find_canvas(std::string_view name) noexcept
{
    auto const* const found = std::ranges::find_if(
        table, [&](CanvasKind const& row) { return equals_ignoring_case(row.name, name); });
    return found == table.end() ? nullptr : found;
}

} // namespace ms::paint
