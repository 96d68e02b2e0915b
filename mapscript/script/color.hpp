// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Colours for scripts.

#include "script/text.hpp"

namespace ms::script {

/// Components from 0 to 255; -1 for a colour that is not set.
struct colorObj {
    int red;
    int green;
    int blue;
    int alpha;

    /// \throws Failure{MS_MISCERR} for components beyond 255
    colorObj(int red = 0, int green = 0, int blue = 0, int alpha = 255);

    int setRGB(int red, int green, int blue, int alpha = 255);
    /// "#rrggbb" or "#rrggbbaa".
    int setHex(Text const& psHexColor);
    [[nodiscard]] Text toHex() const;

    friend bool operator==(colorObj const&, colorObj const&) = default;
};

} // namespace ms::script
