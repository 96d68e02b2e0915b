// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Generates the extents that requests of a load test use.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ms::load {

struct Box {
    double min_x = 0, min_y = 0, max_x = 0, max_y = 0;
    friend bool operator==(Box const&, Box const&) = default;
};

/// "minx,miny,maxx,maxy". \throws Error{BadRequest}
[[nodiscard]] Box parse_box(std::string_view text);
/// With the number of digits that a map needs.
[[nodiscard]] std::string to_text(Box const& box);

/// Boxes of the full extent's size divided by the zoom, anywhere inside it. The same for the same
/// seed and zoom on every machine, so that all servers get the same requests. No two are equal,
/// even at zoom 1, where they differ by a ten-thousandth at most: a server may answer equal
/// concurrent requests with one drawing, which the test must not measure.
/// \param data where the middle of a box lies, as far as the box stays inside
[[nodiscard]] std::vector<Box> random_boxes(Box const& full, double zoom, std::size_t count,
                                            std::uint64_t seed, Box const& data);
[[nodiscard]] std::vector<Box> random_boxes(Box const& full, double zoom, std::size_t count,
                                            std::uint64_t seed);

/// A requested map.
struct View {
    Box box;
    int width = 0, height = 0;
};

/// Lines "width;height;minx,miny,maxx,maxy", the format of the FOSS4G benchmark; lines that begin
/// with # are comments.
/// \throws Error{BadRequest} naming the line
[[nodiscard]] std::vector<View> parse_views(std::string_view csv);

/// Random views like those of the FOSS4G benchmark: sizes from 256 x 256 to 1024 x 768, extents
/// between the full one and 1/64 of it, with the aspect ratio of the image.
[[nodiscard]] std::vector<View> random_views(Box const& full, std::size_t count,
                                             std::uint64_t seed);

/// A URL with the view's BBOX, WIDTH and HEIGHT appended.
[[nodiscard]] std::string map_url(std::string_view url, View const& view);

} // namespace ms::load
