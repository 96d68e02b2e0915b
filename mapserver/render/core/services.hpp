// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// What drawing needs from the process and the request.

#include "base/budget.hpp"
#include "image/encoder.hpp"
#include "source/services.hpp"

#include <functional>

namespace ms::text {
class FontCache; // text/font_cache.hpp
}
namespace ms::style {
class SymbolFiles; // style/symbol_files.hpp
}

namespace ms::render {

/// References to longer-lived things: those of the sources, and the fonts.
struct Services : source::Services {
    text::FontCache& fonts; ///< of the process
    /// The same for images of symbols; without, every layer reads its own.
    style::SymbolFiles* symbol_files = nullptr;
    Budget* budget = nullptr; ///< of the map that is being drawn; null: nobody counts
    /// How much time the encoder of the answer takes; asked once, before it begins. Without, images
    /// are Stored.
    std::function<image::Effort()> effort{};
};

} // namespace ms::render
