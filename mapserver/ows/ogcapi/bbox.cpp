// SPDX-License-Identifier: MIT
#include "ows/ogcapi/bbox.hpp"

#include "base/string.hpp"
#include "crs/box_image.hpp"

#include <utility>

namespace ms::ows::ogcapi {

namespace {

std::vector<double> numbers_of(std::string const& text)
{
    std::vector<double> numbers;
    for (auto const piece : split(text, ',')) {
        auto const number = parse_double(trim(piece));
        if (!number) {
            throw bad_value("bbox");
        }
        numbers.push_back(*number);
    }
    return numbers;
}

} // namespace

std::vector<geometry::Box> parse_bbox(std::string const& text, NamedSystem const& system)
{
    constexpr std::size_t flat = 4;
    constexpr std::size_t with_heights = 6;
    auto const numbers = numbers_of(text);
    if (numbers.size() != flat && numbers.size() != with_heights) {
        throw bad_value("bbox");
    }
    auto const upper = numbers.size() / 2;
    geometry::Box box{numbers[0], numbers[1], numbers[upper], numbers[upper + 1]};
    if (system.is_north_east) {
        std::swap(box.min_x, box.min_y);
        std::swap(box.max_x, box.max_y);
    }
    if (box.min_y > box.max_y) {
        throw bad_value("bbox");
    }
    if (box.min_x <= box.max_x) {
        return {box};
    }
    // OGC 17-069r4, 7.15.3: "If the bounding box spans the antimeridian ... the first value
    // (west-most box edge) is larger than the third value".
    if (!system.crs.is_geographic()) {
        throw bad_value("bbox");
    }
    constexpr double antimeridian = 180;
    return {{box.min_x, box.min_y, std::max(box.min_x, antimeridian), box.max_y},
            {std::min(box.max_x, -antimeridian), box.min_y, box.max_x, box.max_y}};
}

void also_in_any(FeatureRequest& request, std::vector<geometry::Box> const& boxes,
                 crs::Definition const& system)
{
    if (boxes.size() == 1) {
        also_in(request, crs::image_of(boxes.front(), system, request.layer_crs));
        return;
    }
    expr::Expression any = nothing();
    for (auto const& box : boxes) {
        auto const there = crs::image_of(box, system, request.layer_crs);
        any = there.is_empty() ? any : expr::either(any, touches(there));
    }
    also(request, any);
}

} // namespace ms::ows::ogcapi
