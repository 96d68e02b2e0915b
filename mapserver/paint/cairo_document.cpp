// SPDX-License-Identifier: MIT
#include "paint/cairo_document.hpp"

#include "paint/cairo_pixels.hpp"
#include "paint/cairo_terms.hpp"
#include "paint/svg_names.hpp"

#include <cairo-pdf.h>
#include <cairo-svg.h>

#include <new>

namespace ms::paint {

namespace {

/// cairo is C: nothing may be thrown through it.
cairo_status_t append_bytes(void* closure, unsigned char const* data, unsigned length) noexcept
{
    auto& out = *static_cast<std::vector<std::uint8_t>*>(closure);
    try {
        out.insert(out.end(), data, data + length);
    } catch (std::bad_alloc const&) {
        return CAIRO_STATUS_NO_MEMORY;
    }
    return CAIRO_STATUS_SUCCESS;
}

void draw_page(cairo_surface_t* document, cairo_surface_t* page)
{
    {
        Context const context{cairo_create(document)};
        cairo_set_source_surface(context.get(), page, 0, 0);
        cairo_paint(context.get());
        check(*context);
    }
    cairo_surface_finish(document);
    check(*document);
}

} // namespace

std::vector<std::uint8_t> write_pdf(_cairo_surface& page, int width, int height)
{
    std::vector<std::uint8_t> file;
    Surface const document{
        cairo_pdf_surface_create_for_stream(&append_bytes, &file, width, height)};
    // The same map gives the same file.
    cairo_pdf_surface_set_metadata(document.get(), CAIRO_PDF_METADATA_CREATE_DATE, "");
    draw_page(document.get(), &page);
    return file;
}

std::vector<std::uint8_t> write_svg(_cairo_surface& page, int width, int height)
{
    std::vector<std::uint8_t> file;
    Surface const document{
        cairo_svg_surface_create_for_stream(&append_bytes, &file, width, height)};
    cairo_svg_surface_set_document_unit(document.get(), CAIRO_SVG_UNIT_PX);
    draw_page(document.get(), &page);
    return with_own_names(file);
}

} // namespace ms::paint
