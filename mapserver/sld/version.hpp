// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The versions of SLD.

#include <cstdint>

namespace ms::sld {

/// 1.0: everything in one namespace, CssParameter. 1.1: symbology in se:, SvgParameter.
enum class Version : std::uint8_t { V100, V110 };

} // namespace ms::sld
