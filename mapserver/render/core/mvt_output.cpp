// SPDX-License-Identifier: MIT
#include "render/core/mvt_output.hpp"

#include "base/error.hpp"
#include "base/string.hpp"

#include <fmt/format.h>

namespace ms::render {

namespace {

constexpr int pixels = 256; // of a side
constexpr int largest_extent = 65536;
constexpr int largest_limit = 1'000'000'000;

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

/// Stays as it is without the option.
void read_limit(mapfile::OutputFormat const& format, std::string_view key, std::size_t& limit)
{
    if (format.options.find(key) != nullptr) {
        limit = static_cast<std::size_t>(option(format, key, 1, 1, largest_limit));
    }
}

WhenFull when_full(mapfile::OutputFormat const& format)
{
    auto const* const text = format.options.find("WHEN_FULL");
    if (text == nullptr || equals_ignoring_case(*text, "TRUNCATE")) {
        return WhenFull::Truncate;
    }
    if (!equals_ignoring_case(*text, "ERROR")) {
        throw Error{ErrorKind::BadMapfile,
                    fmt::format("output format \"{}\": FORMATOPTION \"WHEN_FULL={}\" is neither "
                                "TRUNCATE nor ERROR",
                                format.name, *text)};
    }
    return WhenFull::Error;
}

bool makes_valid(mapfile::OutputFormat const& format)
{
    auto const* const text = format.options.find("MAKE_VALID");
    if (text == nullptr || equals_ignoring_case(*text, "TRUE")) {
        return true;
    }
    if (!equals_ignoring_case(*text, "FALSE")) {
        throw Error{ErrorKind::BadMapfile,
                    fmt::format("output format \"{}\": FORMATOPTION \"MAKE_VALID={}\" is neither "
                                "TRUE nor FALSE",
                                format.name, *text)};
    }
    return false;
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
    read_limit(format, "MAX_FEATURES", parsed.max_features);
    read_limit(format, "MAX_BYTES", parsed.max_bytes);
    parsed.when_full = when_full(format);
    parsed.makes_valid = makes_valid(format);
    return parsed;
}

} // namespace ms::render
