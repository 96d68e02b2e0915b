// SPDX-License-Identifier: MIT
// librsvg is met here only.
#include "paint/svg.hpp"

#include "base/error.hpp"
#include "base/handle.hpp"
#include "paint/cairo_pixels.hpp"
#include "paint/cairo_terms.hpp"

#include <cairo.h>
#include <librsvg/rsvg.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <string>

namespace ms::paint {

namespace {

void free_handle(RsvgHandle* handle)
{
    g_object_unref(handle);
}

using Drawing = Handle<RsvgHandle, free_handle>;
using GlibError = Handle<GError, g_error_free>;

[[noreturn]] void fail(GlibError const& error)
{
    throw Error{ErrorKind::Source, std::string("SVG: ") + (error ? error->message : "unreadable")};
}

struct Size {
    double width = 0;
    double height = 0;
};

/// width and height of the root element; those of viewBox when they are missing or relative.
Size size_of(RsvgHandle* drawing)
{
    Size size;
    if (rsvg_handle_get_intrinsic_size_in_pixels(drawing, &size.width, &size.height) != 0 &&
        size.width > 0 && size.height > 0) {
        return size;
    }
    gboolean has_width = 0, has_height = 0, has_box = 0;
    RsvgLength width{}, height{};
    RsvgRectangle box{};
    rsvg_handle_get_intrinsic_dimensions(drawing, &has_width, &width, &has_height, &height,
                                         &has_box, &box);
    return has_box != 0 && box.width > 0 && box.height > 0 ? Size{box.width, box.height}
                                                           : Size{100, 100};
}

} // namespace

struct Svg::State {
    Drawing drawing;
    std::mutex mutex; ///< librsvg's handles are for one thread at a time
};

Svg::Svg(std::span<std::uint8_t const> file) : m_state(std::make_shared<State>())
{
    GError* raw = nullptr;
    m_state->drawing.reset(rsvg_handle_new_from_data(file.data(), file.size(), &raw));
    GlibError const error{raw};
    if (!m_state->drawing) {
        fail(error);
    }
    auto const size = size_of(m_state->drawing.get());
    m_width = size.width;
    m_height = size.height;
    m_document_bytes = 4 * file.size();
}

Svg::~Svg() = default;
Svg::Svg(Svg&&) noexcept = default;
Svg& Svg::operator=(Svg&&) noexcept = default;

image::Placed Svg::draw(image::Turn const& turn) const
{
    // Around the pivot: the farthest corner may come to lie in any direction.
    double const reach =
        std::ceil(turn.scale * std::hypot(std::max(turn.pivot_x, m_width - turn.pivot_x),
                                          std::max(turn.pivot_y, m_height - turn.pivot_y))) +
        1;
    constexpr double farthest_px = 1e6;
    if (!(turn.scale > 0 && 2 * reach + 1 <= image::longest_resampled_px &&
          std::abs(turn.to_x) < farthest_px && std::abs(turn.to_y) < farthest_px)) {
        return {};
    }
    auto const side = static_cast<int>(2 * reach) + 1;
    image::Placed out{{},
                      static_cast<int>(std::floor(turn.to_x - reach)),
                      static_cast<int>(std::floor(turn.to_y - reach))};
    Surface const surface{cairo_image_surface_create(CAIRO_FORMAT_ARGB32, side, side)};
    Context const context{cairo_create(surface.get())};
    cairo_translate(context.get(), -out.x, -out.y);
    draw_on(*context, turn);
    out.bitmap = bitmap_of(*surface);
    return out;
}

void Svg::draw_on(_cairo& context, image::Turn const& turn) const
{
    cairo_save(&context);
    Handle<cairo_t, cairo_restore> const saved{&context};
    cairo_translate(&context, turn.to_x, turn.to_y);
    cairo_rotate(&context, -turn.angle_rad); // cairo turns clockwise as seen
    cairo_scale(&context, turn.scale, turn.scale);
    cairo_translate(&context, -turn.pivot_x, -turn.pivot_y);
    std::scoped_lock const lock{m_state->mutex};
    RsvgRectangle const viewport{0, 0, m_width, m_height};
    GError* raw = nullptr;
    bool const is_good =
        rsvg_handle_render_document(m_state->drawing.get(), &context, &viewport, &raw) != 0;
    GlibError const error{raw};
    if (!is_good || cairo_status(&context) != CAIRO_STATUS_SUCCESS) {
        fail(error);
    }
}

} // namespace ms::paint
