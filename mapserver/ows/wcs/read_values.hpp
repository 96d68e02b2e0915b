// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads the values that parameters and XML have in common.

#include "ows/wcs/request.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ows::wcs {

/// Pieces between commas, trimmed, also empty ones. \throws WcsException for more than 1,000
[[nodiscard]] std::vector<std::string> list_of(std::string_view text, std::string_view name);

/// Two numbers between commas or blanks. \throws WcsException naming the parameter
[[nodiscard]] std::array<double, 2> pair_of(std::string_view text, std::string_view name);
/// GridOffsets: two numbers, or the four of two vectors along the axes, of which those that are not
/// 0 count. \throws WcsException
[[nodiscard]] std::array<double, 2> offsets_of(std::string_view text);

/// A bound of an axis; nullopt for "" and "*". \throws WcsException
[[nodiscard]] std::optional<double> bound_of(std::string_view text);
/// \throws WcsException if the low bound is above the high one
void check_order(Subset const& subset);

/// \throws WcsException if it is no number of pixels
[[nodiscard]] int size_of(std::string_view text);
/// \throws WcsException if it is no number above 0
[[nodiscard]] double positive_of(std::string_view text, std::string_view name);

} // namespace ms::ows::wcs
