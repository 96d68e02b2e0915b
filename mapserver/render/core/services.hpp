// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The services of the process and the request that drawing needs.

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
    Budget* budget = nullptr; ///< of the map that is being drawn; null: unlimited
    /// Returns how much time the encoder of the answer may take; called once, before it begins. If
    /// it is empty, images are Stored.
    std::function<image::Effort()> effort{};
    /// Whether a thread beside this one would have a processor; called while rows are read. If it
    /// is empty, there is only this thread.
    std::function<bool()> has_idle_processor{};
};

} // namespace ms::render
