// SPDX-License-Identifier: MIT
#include "render/core/mvt_output.hpp"

#include "base/error.hpp"
#include "base/string.hpp"

#include <fmt/format.h>

namespace ms::render {

namespace {

constexpr int pixels = 256; // of a side
constexpr int largest_extent = 65536;

/// \throws Error{BadMapfile} for what is not a whole number in the range
int option(mapfile::OutputFormat const& format, std::string_view key, int otherwise, int least,
           int most)
{
    auto const* const text = format.options.find(key);
    if (text == nullptr) {
        return otherwise;
    }
    auto const value = parse_int(*text);
    if (!value || *value < least || *value > most) {
        throw Error{ErrorKind::BadMapfile,
                    fmt::format("output format \"{}\": FORMATOPTION \"{}={}\" is not a whole "
                                "number from {} to {}",
                                format.name, key, *text, least, most)};
    }
    return *value;
}

} // namespace

int MvtFormat::buffer() const noexcept
{
    return (edge_buffer * extent + pixels / 2) / pixels;
}

bool is_mvt_format(mapfile::OutputFormat const& format) noexcept
{
    return equals_ignoring_case(format.driver, "MVT");
}

MvtFormat parse_mvt_format(mapfile::OutputFormat const& format)
{
    MvtFormat parsed;
    parsed.extent = option(format, "EXTENT", parsed.extent, 16, largest_extent);
    parsed.edge_buffer = option(format, "EDGE_BUFFER", parsed.edge_buffer, 0, pixels);
    return parsed;
}

} // namespace ms::render
