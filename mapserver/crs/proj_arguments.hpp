// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Converts texts of CRSs to the arguments of PROJECTION blocks and back, in MapServer's words.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ms::crs {

/// {"init=epsg:4326"} of "epsg:4326"; {"proj=utm", "zone=32"} of "+proj=utm +zone=32" and of
/// "proj=utm,zone=32". Other texts may be unknown to PROJ; none of "".
/// \throws Error{BadMapfile} for names of authorities that PROJ does not know
[[nodiscard]] std::vector<std::string> arguments_of_text(std::string_view text);

/// The same of WKT (also "ESRI::" and Esri's dialect), and of the names that WKT libraries know:
/// "WGS84", "NAD27". WKT that has no PROJ.4 string is one argument.
/// \throws Error{BadMapfile} if PROJ does not know it, or it is empty
[[nodiscard]] std::vector<std::string> arguments_of_wkt(std::string_view wkt);

/// Arguments in one string: "+init=epsg:4326".
[[nodiscard]] std::string text_of_arguments(std::span<std::string const> arguments);

} // namespace ms::crs
