// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Detects the encoding of a shapefile's attributes.

#include <optional>
#include <string>
#include <string_view>

namespace ms::source::shapefile {

/// iconv's name of the encoding in a .cpg file: "1252" and "ANSI 1252" are CP1252, "88591" and "ISO
/// 8859-1" are ISO-8859-1, "65001" is UTF-8. Other names stay unchanged. nullopt if blank.
[[nodiscard]] std::optional<std::string> encoding_of_cpg(std::string_view content);

} // namespace ms::source::shapefile
