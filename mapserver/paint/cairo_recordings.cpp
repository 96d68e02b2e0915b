// SPDX-License-Identifier: MIT
#include "paint/cairo_recordings.hpp"

#include <cairo.h>

namespace ms::paint {

Recordings::~Recordings()
{
    // Recordings refer to each other through their content; finishing releases those references.
    for (auto* const surface : m_surfaces) {
        cairo_surface_finish(surface);
    }
    for (auto* const surface : m_surfaces) {
        for (auto left = cairo_surface_get_reference_count(surface); left > 0; --left) {
            cairo_surface_destroy(surface);
        }
    }
}

Surface Recordings::create(int width, int height)
{
    cairo_rectangle_t const page{0, 0, static_cast<double>(width), static_cast<double>(height)};
    auto*& surface = m_surfaces.emplace_back(nullptr);
    surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &page);
    return Surface{cairo_surface_reference(surface)};
}

void Recordings::take(Recordings& other)
{
    m_surfaces.insert(m_surfaces.end(), other.m_surfaces.begin(), other.m_surfaces.end());
    other.m_surfaces.clear();
}

} // namespace ms::paint
