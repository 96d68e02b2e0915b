// SPDX-License-Identifier: MIT
#include "paint/cairo_document.hpp"

#include "paint/cairo_pixels.hpp"
#include "paint/cairo_terms.hpp"
#include "paint/svg_names.hpp"

#include <cairo-pdf.h>
#include <cairo-svg.h>

#include <exception>

namespace ms::paint {

namespace {

/// The bytes written so far.
struct File {
    Budget& budget;
    std::vector<std::uint8_t> bytes{};
    std::exception_ptr failure{}; ///< cairo is C: exceptions must not pass through it
};

/// cairo's output, our copy, and the result.
constexpr std::size_t copies = 3;

cairo_status_t append_bytes(void* closure, unsigned char const* data, unsigned length) noexcept
{
    auto& file = *static_cast<File*>(closure);
    if (file.failure) {
        return CAIRO_STATUS_WRITE_ERROR;
    }
    try {
        file.budget.work();
        file.budget.keep(copies * length);
        file.bytes.insert(file.bytes.end(), data, data + length);
    } catch (...) {
        file.failure = std::current_exception();
        return CAIRO_STATUS_WRITE_ERROR;
    }
    return CAIRO_STATUS_SUCCESS;
}

void draw_page(cairo_surface_t* document, cairo_surface_t* page, File const& file)
{
    {
        Context const context{cairo_create(document)};
        cairo_set_source_surface(context.get(), page, 0, 0);
        cairo_paint(context.get());
        if (!file.failure) {
            check(*context);
        }
    }
    cairo_surface_finish(document);
    if (file.failure) {
        std::rethrow_exception(file.failure);
    }
    check(*document);
}

} // namespace

std::vector<std::uint8_t> write_pdf(_cairo_surface& page, int width, int height, Budget& budget)
{
    File file{budget};
    Surface const document{
        cairo_pdf_surface_create_for_stream(&append_bytes, &file, width, height)};
    // The same map gives the same file.
    cairo_pdf_surface_set_metadata(document.get(), CAIRO_PDF_METADATA_CREATE_DATE, "");
    draw_page(document.get(), &page, file);
    return std::move(file.bytes);
}

std::vector<std::uint8_t> write_svg(_cairo_surface& page, int width, int height, Budget& budget)
{
    File file{budget};
    Surface const document{
        cairo_svg_surface_create_for_stream(&append_bytes, &file, width, height)};
    cairo_svg_surface_set_document_unit(document.get(), CAIRO_SVG_UNIT_PX);
    draw_page(document.get(), &page, file);
    return with_own_names(file.bytes);
}

} // namespace ms::paint
