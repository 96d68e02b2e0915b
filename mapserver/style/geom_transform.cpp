// SPDX-License-Identifier: MIT
#include "style/geom_transform.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "expr/node.hpp"
#include "style/scaling.hpp"

#include <algorithm>
#include <array>

namespace ms::style {

using geometry::Kind;

std::optional<DrawnPart> part_of(mapfile::Style const& style, Kind kind)
{
    using Name = std::pair<std::string_view, DrawnPart>;
    constexpr std::array names{
        Name{"", DrawnPart::All},      Name{"start", DrawnPart::Start},
        Name{"end", DrawnPart::End},   Name{"vertices", DrawnPart::Vertices},
        Name{"bbox", DrawnPart::Bbox}, Name{"centroid", DrawnPart::Centroid}};
    if (is_expression(style.geom_transform)) {
        return DrawnPart::All;
    }
    auto const* const found = std::ranges::find_if(names, [&](Name const& name) {
        return equals_ignoring_case(name.first, style.geom_transform);
    });
    if (kind == Kind::Point) { // each point, whatever part is named
        return DrawnPart::All;
    }
    if (found != names.end()) {
        return found->second;
    }
    // Parts of labels are not drawn here; an unknown word has no effect in MapServer.
    bool const is_of_label = starts_with_ignoring_case(style.geom_transform, "label");
    return is_of_label ? std::nullopt : std::optional{DrawnPart::All};
}

Kind kind_of(DrawnPart part, Kind kind) noexcept
{
    switch (part) {
    case DrawnPart::Start:
    case DrawnPart::End:
    case DrawnPart::Vertices:
    case DrawnPart::Centroid:
        return Kind::Point;
    case DrawnPart::Bbox:
        return Kind::Polygon;
    case DrawnPart::All:
        break;
    }
    return kind;
}

bool is_expression(std::string_view geom_transform) noexcept
{
    return geom_transform.starts_with('(');
}

expr::Expression parse_transform(std::string_view geom_transform,
                                 mapfile::Expressions const& expressions)
{
    auto expression = expressions.logical(geom_transform);
    if (expression.root()->type != expr::Type::Shape) {
        throw Error{ErrorKind::BadMapfile, "the expression makes no shape"};
    }
    return expression;
}

double cell_size_of(mapfile::Layer const& layer, double map_cell_size,
                    double inches_per_map_unit) noexcept
{
    double const inches = inches_per(layer.units);
    return inches > 0 ? map_cell_size * inches_per_map_unit / inches : map_cell_size;
}

} // namespace ms::style
