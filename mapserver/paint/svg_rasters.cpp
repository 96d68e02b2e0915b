// SPDX-License-Identifier: MIT
#include "paint/svg_rasters.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ms::paint {

namespace {

bool is_transparent(std::span<std::uint8_t const> pixels)
{
    return std::ranges::all_of(pixels, [](std::uint8_t byte) { return byte == 0; });
}

/// The columns from `first` up to `end` of a row.
std::span<std::uint8_t const> part_of_row(image::BitmapView const& view, int row, int first,
                                          int end)
{
    auto const at = static_cast<std::size_t>(row) * static_cast<std::size_t>(view.width) +
                    static_cast<std::size_t>(first);
    return view.pixels.subspan(at * 4, static_cast<std::size_t>(end - first) * 4);
}

/// Without its transparent borders: a drawing has room for every angle.
image::Placed trimmed(image::Placed const& all)
{
    auto const view = all.bitmap.view();
    int top = 0, bottom = view.height, left = view.width, right = 0;
    while (top < bottom && is_transparent(part_of_row(view, top, 0, view.width))) {
        ++top;
    }
    while (bottom > top && is_transparent(part_of_row(view, bottom - 1, 0, view.width))) {
        --bottom;
    }
    for (int row = top; row < bottom; ++row) {
        auto const pixels = part_of_row(view, row, 0, view.width);
        auto const is_set = [](std::uint8_t byte) { return byte != 0; };
        auto const first = std::ranges::find_if(pixels, is_set) - pixels.begin();
        auto const last = std::find_if(pixels.rbegin(), pixels.rend(), is_set) - pixels.rbegin();
        left = std::min(left, static_cast<int>(first / 4));
        right = std::max(right, view.width - static_cast<int>(last / 4));
    }
    if (top == bottom) {
        return {};
    }
    image::Placed part{image::Bitmap(right - left, bottom - top), all.x + left, all.y + top};
    auto to = part.bitmap.pixels().begin();
    for (int row = top; row < bottom; ++row) {
        to = std::ranges::copy(part_of_row(view, row, left, right), to).out;
    }
    return part;
}

} // namespace

std::shared_ptr<image::Placed const> SvgRasters::draw(Svg const& drawing, image::Turn const& turn)
{
    auto const make = [&] {
        auto at_origin = turn;
        at_origin.to_x = at_origin.to_y = 0;
        return std::make_shared<image::Placed const>(trimmed(drawing.draw(at_origin)));
    };
    if (!(std::isfinite(turn.scale) && std::isfinite(turn.angle_rad) &&
          std::isfinite(turn.pivot_x) && std::isfinite(turn.pivot_y))) {
        return std::make_shared<image::Placed const>();
    }
    Key key{drawing.identity(), turn.scale, turn.angle_rad, turn.pivot_x, turn.pivot_y};
    if (auto const found = m_rasters.find(key); found != m_rasters.end()) {
        return found->second;
    }
    auto made = make();
    auto const bytes = made->bitmap.view().pixels.size() + sizeof(Key) + sizeof(image::Placed);
    if (bytes <= m_max_bytes) {
        if (m_kept_bytes + bytes > m_max_bytes) { // sizes or angles that rarely come twice
            m_rasters.clear();
            m_kept_bytes = 0;
        }
        m_rasters.emplace(std::move(key), made);
        m_kept_bytes += bytes;
    }
    return made;
}

} // namespace ms::paint
