// SPDX-License-Identifier: MIT
#include "cql2/term.hpp"

#include "cql2/refuse.hpp"

#include <algorithm>
#include <cmath>

namespace ms::cql2 {

namespace {

void append_rectangle(double west, double south, double east, double north,
                      geometry::GeometryColumn& out)
{
    out.points.insert(out.points.end(),
                      {{west, south}, {east, south}, {east, north}, {west, north}, {west, south}});
    out.end_ring();
    out.end_part();
}

} // namespace

Term make_operation(std::string name, std::vector<Term> arguments, TermKind kind)
{
    std::uint16_t below = 0;
    for (auto const& argument : arguments) {
        below = std::max(below, argument.height);
    }
    if (below >= highest_term) {
        cannot_parse("nested too deeply");
    }
    return {.kind = kind,
            .text = std::move(name),
            .arguments = std::move(arguments),
            .height = static_cast<std::uint16_t>(below + 1)};
}

Term make_box(std::vector<double> const& numbers)
{
    bool const is_flat = numbers.size() == 4;
    if (!is_flat && numbers.size() != 6) {
        cannot_parse("a bbox has 4 or 6 numbers");
    }
    if (!std::ranges::all_of(numbers, [](double value) { return std::isfinite(value); })) {
        cannot_parse("a bbox has a number that is out of range");
    }
    auto shape = std::make_shared<geometry::GeometryColumn>();
    append_rectangle(numbers[0], numbers[1], numbers[is_flat ? 2 : 3], numbers[is_flat ? 3 : 4],
                     *shape);
    shape->end_feature(geometry::Kind::Polygon);
    return {.kind = TermKind::Geometry, .text = {}, .shape = std::move(shape), .is_box = true};
}

} // namespace ms::cql2
