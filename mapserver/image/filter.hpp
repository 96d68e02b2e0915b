// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Filters all pixels of an image: LAYER COMPOSITE COMPFILTER.

#include "image/bitmap.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ms::image {

enum class FilterKind : std::uint8_t { Blur, Translate, Grayscale, Blacken, Whiten };

struct Filter {
    FilterKind kind = FilterKind::Blur;
    int x = 0; ///< Translate: pixels to the right; Blur: radius in pixels
    int y = 0; ///< Translate: pixels down

    friend bool operator==(Filter const&, Filter const&) = default;
};

/// "blur(10)", "translate(-3,4)", "grayscale()", "blacken()" or "whiten()", case folded.
[[nodiscard]] std::optional<Filter> parse_filter(std::string_view text);
/// As parse_filter() reads it.
[[nodiscard]] std::string text_of(Filter const& filter);

void apply(Filter const& filter, Bitmap& bitmap);

} // namespace ms::image
