// SPDX-License-Identifier: MIT
#include "load/boxes.hpp"

#include "base/error.hpp"
#include "base/string.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <random>

namespace ms::load {

namespace {

/// From 0 to 1. The library's distributions differ between implementations.
double uniform(std::mt19937_64& random)
{
    return static_cast<double>(random() >> 11U) * 0x1p-53;
}

/// The zoom of one box, slightly larger than the requested one: by a tenth of a pixel of 1000 at
/// most.
double unlike_others(double zoom, std::mt19937_64& random)
{
    return zoom * (1 + 1e-4 * uniform(random));
}

Box box_within(Box const& full, double width, double height, std::mt19937_64& random)
{
    double const x = std::lerp(full.min_x, full.max_x - width, uniform(random));
    double const y = std::lerp(full.min_y, full.max_y - height, uniform(random));
    return {x, y, x + width, y + height};
}

View parse_view(std::string_view line, std::size_t number)
{
    auto const parts = split(line, ';');
    bool const is_complete = parts.size() == 3;
    int const width = is_complete ? parse_int(parts[0]).value_or(0) : 0;
    int const height = is_complete ? parse_int(parts[1]).value_or(0) : 0;
    if (width < 1 || height < 1) {
        throw Error{
            ErrorKind::BadRequest,
            fmt::format("line {}: \"width;height;minx,miny,maxx,maxy\" is expected", number)};
    }
    return {parse_box(parts[2]), width, height};
}

} // namespace

Box parse_box(std::string_view text)
{
    std::array<double, 4> numbers{};
    auto const parts = split(text, ',');
    bool is_good = parts.size() == numbers.size();
    for (std::size_t i = 0; is_good && i < numbers.size(); ++i) {
        auto const number = parse_double(trim(parts[i]));
        is_good = number.has_value();
        numbers[i] = number.value_or(0);
    }
    if (!is_good || numbers[0] >= numbers[2] || numbers[1] >= numbers[3]) {
        throw Error{ErrorKind::BadRequest, "\"" + std::string{text.substr(0, 100)} +
                                               "\" is not a box: minx,miny,maxx,maxy is expected"};
    }
    return {numbers[0], numbers[1], numbers[2], numbers[3]};
}

std::string to_text(Box const& box)
{
    return fmt::format("{:.12g},{:.12g},{:.12g},{:.12g}", box.min_x, box.min_y, box.max_x,
                       box.max_y);
}

std::vector<Box> random_boxes(Box const& full, double zoom, std::size_t count, std::uint64_t seed)
{
    std::mt19937_64 random{seed ^ std::bit_cast<std::uint64_t>(zoom)};
    std::vector<Box> boxes(count);
    std::ranges::generate(boxes, [&] {
        double const own = unlike_others(zoom, random);
        return box_within(full, (full.max_x - full.min_x) / own, (full.max_y - full.min_y) / own,
                          random);
    });
    return boxes;
}

std::vector<Box> random_boxes(Box const& full, double zoom, std::size_t count, std::uint64_t seed,
                              Box const& data)
{
    std::mt19937_64 random{seed ^ std::bit_cast<std::uint64_t>(zoom)};
    std::vector<Box> boxes(count);
    std::ranges::generate(boxes, [&] {
        double const own = unlike_others(zoom, random);
        double const width = (full.max_x - full.min_x) / own;
        double const height = (full.max_y - full.min_y) / own;
        double const x = std::lerp(data.min_x, data.max_x, uniform(random)) - width / 2;
        double const y = std::lerp(data.min_y, data.max_y, uniform(random)) - height / 2;
        double const left = std::clamp(x, full.min_x, full.max_x - width);
        double const bottom = std::clamp(y, full.min_y, full.max_y - height);
        return Box{left, bottom, left + width, bottom + height};
    });
    return boxes;
}

std::vector<View> parse_views(std::string_view csv)
{
    std::vector<View> views;
    std::size_t number = 0;
    for (auto const line : split(csv, '\n')) {
        ++number;
        auto const text = trim(line);
        if (!text.empty() && !text.starts_with('#')) {
            views.push_back(parse_view(text, number));
        }
    }
    return views;
}

std::vector<View> random_views(Box const& full, std::size_t count, std::uint64_t seed)
{
    constexpr std::array<std::array<int, 2>, 5> sizes{
        {{256, 256}, {512, 512}, {640, 480}, {800, 600}, {1024, 768}}};
    std::mt19937_64 random{seed};
    std::vector<View> views(count);
    std::ranges::generate(views, [&] {
        auto const [width, height] = sizes[random() % sizes.size()];
        double const zoom = std::exp2(6 * uniform(random)); // as many small ones as large ones
        double const pixel =
            std::min((full.max_x - full.min_x) / width, (full.max_y - full.min_y) / height) / zoom;
        return View{box_within(full, width * pixel, height * pixel, random), width, height};
    });
    return views;
}

std::string map_url(std::string_view url, View const& view)
{
    bool const has_query = url.find('?') != std::string_view::npos;
    return fmt::format("{}{}BBOX={}&WIDTH={}&HEIGHT={}", url, has_query ? '&' : '?',
                       to_text(view.box), view.width, view.height);
}

} // namespace ms::load
