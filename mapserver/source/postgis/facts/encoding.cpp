// SPDX-License-Identifier: MIT
#include "source/postgis/facts/encoding.hpp"

#include "base/string.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace ms::source::postgis {

namespace {

// Vertices move by at most 1/32 pixel: not visible after antialiasing, and later thinning still
// selects the same ones.
constexpr double grid_steps_per_pixel = 16;
constexpr double tolerance_in_pixels = 0.235;
// If vertices are farther apart, the server has to find the significant ones. A larger distance
// with a smaller tolerance is cheaper than the reverse and looks the same: 0.55 and 0.235 take 5 %
// less of the database's time for dense areas than 0.375 and 0.25, and 10 % less than 0.25 and
// 0.25. Compared with the image with all vertices they are 38.5, 38.2 and 38.4 dB away.
constexpr double spacing_in_pixels = 0.55;
// A thin line that moves by a quarter of a pixel is seen to; the edge of an area is not.
constexpr double line_tolerance_in_pixels = 0.125;
// A table with fewer vertices is small on the wire in any encoding.
constexpr double small_table = 2000;
// With fewer visible ones, simplifying costs the server more than it saves in transfer...
constexpr double many_vertices = 20000;
// ... unless it is done once for many maps, and most of the vertices are dropped: those of tiles,
// where a pixel contains more than one.
constexpr double many_vertices_if_kept = 2000;
constexpr double dense_in_pixels = 1;
// In features with fewer vertices, hardly any is dropped, and the dropped ones are visible.
constexpr double many_vertices_per_row = 16;

// A level of detail is not thinned again up to pixels this much larger than those it was made for.
constexpr double still_thin_enough = 1.25;

// Maps of one level have pixels up to a fifth larger than it was thinned for.
constexpr double levels_per_octave = 4;

constexpr int point_shape = 1;
constexpr int multipoint_shape = 4;
constexpr int polygon_shape = 3;
constexpr int multipolygon_shape = 6;
constexpr std::array simple_lines_and_areas{2, polygon_shape, 5, multipolygon_shape};

bool are_points(Query const& query, TableFacts const& facts) noexcept
{
    return query.kind == geometry::Kind::Point || facts.shape == point_shape ||
           facts.shape == multipoint_shape;
}

/// The part of the data's area that the box covers, 0 to 1.
double covered_share(geometry::Box const& box, geometry::Box const& extent) noexcept
{
    auto const overlap = [](double a1, double a2, double b1, double b2) {
        auto const length = b2 - b1;
        return length > 0 ? std::clamp((std::min(a2, b2) - std::max(a1, b1)) / length, 0.0, 1.0)
                          : 1.0;
    };
    return overlap(box.min_x, box.max_x, extent.min_x, extent.max_x) *
           overlap(box.min_y, box.max_y, extent.min_y, extent.max_y);
}

/// The distance between vertices along the outline of areas, if they were adjacent squares. Areas
/// with gaps between them have shorter outlines, so they are only thinned later.
double expected_pixels_between_vertices(Query const& query, TableFacts const& facts) noexcept
{
    if (!facts.extent || facts.rows < 1) {
        return std::numeric_limits<double>::infinity();
    }
    constexpr double sides = 4;
    auto const side = std::sqrt(facts.extent->width() * facts.extent->height() / facts.rows);
    return sides * side / facts.vertices_per_row / query.pixel_size;
}

bool can_be_kept(Query const& query, TableFacts const& facts) noexcept
{
    return facts.has_row_versions && query.box.has_value();
}

/// \param vertices expected in sight
bool is_worth_thinning(double vertices, Query const& query, TableFacts const& facts) noexcept
{
    bool const was_thinned = query.pixel_size <= still_thin_enough * facts.thinned_for;
    if (was_thinned || facts.vertices_per_row < many_vertices_per_row) {
        return false;
    }
    return vertices >= many_vertices ||
           (vertices >= many_vertices_if_kept && query.kind == geometry::Kind::Polygon &&
            can_be_kept(query, facts) &&
            expected_pixels_between_vertices(query, facts) < dense_in_pixels);
}

Transfer wkb(std::string why)
{
    Transfer transfer;
    transfer.why = std::move(why);
    return transfer;
}

/// As fine as the pixels require, or slightly finer so that its lines include the edge of the world
/// and, for longitudes and latitudes, the poles.
double grid_of(Query const& query) noexcept
{
    double const requested = query.pixel_size / grid_steps_per_pixel;
    double const half_edge = query.world_edge.meridian / 2;
    return half_edge > 0 ? half_edge / std::ceil(half_edge / requested) : requested;
}

Transfer twkb(Query const& query, bool reduce, std::string why)
{
    Transfer transfer{Encoding::Twkb, reduce};
    transfer.grid = grid_of(query);
    bool const is_line = query.kind == geometry::Kind::Line;
    transfer.tolerance =
        query.pixel_size * (is_line ? line_tolerance_in_pixels : tolerance_in_pixels);
    transfer.spacing = query.pixel_size * (is_line ? line_tolerance_in_pixels : spacing_in_pixels);
    if (query.box) {
        auto const line_below = [&](double x) {
            return std::floor(x / transfer.grid) * transfer.grid;
        };
        transfer.origin = {line_below(query.box->min_x), line_below(query.box->min_y)};
    }
    transfer.why = std::move(why);
    return transfer;
}

/// The largest level that is not above the size of a pixel. Sizes that are levels but for the
/// last digits, as those of tile grids, are.
double level_of(double pixel_size) noexcept
{
    constexpr double rounding = 1e-9;
    auto const number = std::floor(std::log2(pixel_size) * levels_per_octave + rounding);
    return std::exp2(number / levels_per_octave);
}

/// Drops what a pixel cannot show. If rows have versions, the result depends only on the row and
/// the scale, so that it can be cached (geometry_cache.hpp); it is the same with and without cache.
Transfer thinned(Query const& query, TableFacts const& facts, std::string why)
{
    if (!can_be_kept(query, facts)) {
        return twkb(query, true, std::move(why));
    }
    auto on_level = query;
    on_level.pixel_size = level_of(query.pixel_size);
    on_level.box.reset();
    auto transfer = twkb(on_level, true, std::move(why));
    transfer.level = on_level.pixel_size;
    return transfer;
}

/// PostGIS takes a third of a microsecond to write a road of seven vertices as TWKB, more than to
/// find it, and almost nothing to write it as WKB. Where bytes are cheap, they travel instead.
/// Large geometries are cut, which only TWKB comes with.
Transfer on_grid(Query const& query, TableFacts const& facts, std::string why)
{
    auto transfer = twkb(query, false, std::move(why));
    if (facts.is_near && !facts.may_have_large_rows &&
        std::ranges::count(simple_lines_and_areas, facts.shape) > 0) {
        transfer.encoding = Encoding::Snapped;
        transfer.fewest_vertices =
            facts.shape == polygon_shape || facts.shape == multipolygon_shape ? 4 : 2;
        transfer.why += "; the database is on this machine";
    }
    return transfer;
}

/// Most maps show dense parts of the data, so that the expected number is a lower bound: integers
/// are used for few vertices too, which costs the server nothing.
Transfer choose_automatically(Query const& query, TableFacts const& facts)
{
    if (are_points(query, facts)) {
        return wkb("points have nothing to leave out");
    }
    auto const vertices = expected_vertices(query, facts);
    if (vertices < 0) {
        return thinned(query, facts, "the table was never analysed; assuming many vertices");
    }
    if (facts.rows * facts.vertices_per_row < small_table) {
        return wkb("a small table");
    }
    auto const why =
        "about " + std::to_string(std::llround(vertices)) + " vertices are expected in the box";
    return is_worth_thinning(vertices, query, facts)
               ? thinned(query, facts, why + ": those a pixel cannot show stay behind")
               : on_grid(query, facts, why);
}

} // namespace

std::optional<EncodingWish> parse_encoding(std::string_view word) noexcept
{
    constexpr std::array<std::pair<std::string_view, EncodingWish>, 4> words{
        {{"AUTO", EncodingWish::Auto},
         {"WKB", EncodingWish::Wkb},
         {"TWKB", EncodingWish::Twkb},
         {"HEX", EncodingWish::Hex}}};
    for (auto const& [name, wish] : words) {
        if (equals_ignoring_case(name, word)) {
            return wish;
        }
    }
    return std::nullopt;
}

double expected_vertices(Query const& query, TableFacts const& facts) noexcept
{
    if (facts.rows < 0 || facts.vertices_per_row < 0) {
        return -1;
    }
    auto const share = query.box && facts.extent ? covered_share(*query.box, *facts.extent) : 1.0;
    // A partly visible feature is transferred completely.
    return std::max(facts.rows * share, std::min(facts.rows, 1.0)) * facts.vertices_per_row;
}

Transfer choose_transfer(EncodingWish wish, Query const& query, TableFacts const& facts)
{
    if (wish == EncodingWish::Hex) {
        auto transfer = wkb("GEOMETRY_ENCODING=HEX");
        transfer.encoding = Encoding::Hex;
        return transfer;
    }
    if (wish == EncodingWish::Wkb) {
        return wkb("GEOMETRY_ENCODING=WKB");
    }
    if (!(query.pixel_size > 0) || query.whole || query.with_z) {
        return wkb("full precision is requested");
    }
    if (query.world_edge.is_worldwide && query.world_edge.meridian == 0) {
        return wkb("the edge of the world is not a line of a grid");
    }
    if (wish == EncodingWish::Twkb) {
        return twkb(query, false, "GEOMETRY_ENCODING=TWKB");
    }
    auto transfer = choose_automatically(query, facts);
    if (transfer.encoding == Encoding::Twkb && query.box && facts.may_have_large_rows) {
        transfer.clip_large = true;
        transfer.why += "; large geometries are cut around the box";
    }
    return transfer;
}

} // namespace ms::source::postgis
