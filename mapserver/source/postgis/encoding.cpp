// SPDX-License-Identifier: MIT
#include "source/postgis/encoding.hpp"

#include "base/string.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ms::source::postgis {

namespace {

// Vertices stay within 1/16 pixel of where they are: not visible after antialiasing.
constexpr double grid_steps_per_pixel = 8;
constexpr double tolerance_in_pixels = 0.25;
// Below, the answer is small whatever its form, and a function call per row costs more than it
// saves.
constexpr double few_vertices = 4000;
constexpr double many_vertices = 20000;

constexpr int point_shape = 1;
constexpr int multipoint_shape = 4;

bool are_points(Query const& query, TableFacts const& facts) noexcept
{
    return query.kind == geometry::Kind::Point || facts.shape == point_shape ||
           facts.shape == multipoint_shape;
}

/// How much of the data's area the box covers, 0 to 1.
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

Transfer wkb(std::string why)
{
    Transfer transfer;
    transfer.why = std::move(why);
    return transfer;
}

Transfer twkb(Query const& query, bool reduce, std::string why)
{
    Transfer transfer{Encoding::Twkb, reduce};
    transfer.grid = query.pixel_size / grid_steps_per_pixel;
    transfer.tolerance = query.pixel_size * tolerance_in_pixels;
    if (query.box) {
        transfer.origin = {query.box->min_x, query.box->min_y};
    }
    transfer.why = std::move(why);
    return transfer;
}

/// How the expected number of vertices asks for it, whatever single geometries are like.
Transfer choose_by_count(Query const& query, double vertices)
{
    if (vertices < 0) {
        return twkb(query, true, "the table was never analysed; assuming many vertices");
    }
    auto const count =
        "about " + std::to_string(std::llround(vertices)) + " vertices are in the box: ";
    if (vertices < few_vertices) {
        return wkb(count + "too few to gain by coding");
    }
    if (vertices < many_vertices) {
        return twkb(query, false, count + "coding pays, thinning does not");
    }
    return twkb(query, true, count + "those a pixel cannot show stay behind");
}

Transfer choose_automatically(Query const& query, TableFacts const& facts)
{
    if (are_points(query, facts)) {
        return wkb("points have nothing to leave out");
    }
    auto const by_count = choose_by_count(query, expected_vertices(query, facts));
    if (!query.box || !facts.may_have_large_rows) {
        return by_count;
    }
    bool const only_large = by_count.encoding == Encoding::Wkb;
    auto transfer = only_large ? twkb(query, true, by_count.why) : by_count;
    transfer.why += "; large geometries are cut at the box";
    transfer.clip_large = true;
    transfer.only_large = only_large;
    return transfer;
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
    // Whatever small part is seen, a feature that is seen travels whole.
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
    if (!(query.pixel_size > 0) || query.whole) {
        return wkb("full precision is wanted");
    }
    if (wish == EncodingWish::Twkb) {
        return twkb(query, false, "GEOMETRY_ENCODING=TWKB");
    }
    return choose_automatically(query, facts);
}

} // namespace ms::source::postgis
