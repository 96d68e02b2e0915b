// SPDX-License-Identifier: MIT
#include "crs/box_image.hpp"

#include "crs/transformation.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace ms::crs {

namespace {

using geometry::Box;
using geometry::Point;

constexpr std::size_t side = 65; ///< points of a side of the grid

/// Row by row, the edges among them.
std::vector<Point> grid_of(Box const& box)
{
    std::vector<Point> points;
    for (std::size_t row = 0; row < side; ++row) {
        for (std::size_t column = 0; column < side; ++column) {
            points.push_back(
                {std::lerp(box.min_x, box.max_x, static_cast<double>(column) / (side - 1)),
                 std::lerp(box.min_y, box.max_y, static_cast<double>(row) / (side - 1))});
        }
    }
    return points;
}

/// Images with a flag each.
struct Images {
    std::vector<Point> points;
    std::vector<bool> lead_back;

    [[nodiscard]] std::ptrdiff_t count() const
    {
        return std::count(lead_back.begin(), lead_back.end(), true);
    }
};

Images images_of(Box const& box, Transformation const& way, bool is_geographic)
{
    auto const from = grid_of(box);
    Images images{from, std::vector<bool>(from.size())};
    way.forward(images.points);
    auto back = images.points;
    way.inverse(back);
    double const tolerance = 1e-6 * std::max({1.0, std::abs(box.min_x), std::abs(box.max_x),
                                              std::abs(box.min_y), std::abs(box.max_y)});
    for (std::size_t i = 0; i < from.size(); ++i) {
        auto const aside = std::abs(from[i].x - back[i].x);
        bool const is_round = is_geographic && std::abs(aside - 360) <= tolerance;
        images.lead_back[i] =
            (aside <= tolerance || is_round) && std::abs(from[i].y - back[i].y) <= tolerance;
    }
    return images;
}

/// The bounds of the invertible images, grown by their distance: the edge of the invertible part
/// runs between two of them.
Box bounds_of(Images const& images)
{
    Box box;
    Point step;
    auto const compare = [&](std::size_t a, std::size_t b) {
        if (images.lead_back[a] && images.lead_back[b]) {
            step.x = std::max(step.x, std::abs(images.points[a].x - images.points[b].x));
            step.y = std::max(step.y, std::abs(images.points[a].y - images.points[b].y));
        }
    };
    for (std::size_t i = 0; i < images.points.size(); ++i) {
        if (images.lead_back[i]) {
            box.extend(images.points[i]);
        }
        if (i % side != 0) {
            compare(i - 1, i);
        }
        if (i >= side) {
            compare(i - side, i);
        }
    }
    return {box.min_x - step.x, box.min_y - step.y, box.max_x + step.x, box.max_y + step.y};
}

/// The poles have no place in Web Mercator, and a box that reaches them means its whole height.
Box within_mercator(Box box)
{
    constexpr double most = 85.05112877980659;
    box.min_y = std::clamp(box.min_y, -most, most);
    box.max_y = std::clamp(box.max_y, -most, most);
    return box;
}

} // namespace

Box image_of(Box const& box, Definition const& system, Definition const& layer_crs)
{
    Transformation const way{system, layer_crs};
    if (way.is_identity() || box.is_empty()) {
        return box;
    }
    bool const is_to_mercator = system.is_geographic() && layer_crs.authority_code() == "EPSG:3857";
    auto const images =
        images_of(is_to_mercator ? within_mercator(box) : box, way, system.is_geographic());
    auto const count = images.count();
    if (count == 0) {
        return {};
    }
    bool const is_whole = static_cast<std::size_t>(count) == images.points.size();
    return is_whole ? way.forward(box) : bounds_of(images);
}

} // namespace ms::crs
