// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Converts patterns of PropertyIsLike to regular expressions.

#include "base/xml.hpp"

#include <string>
#include <string_view>

namespace ms::fes {

/// A pattern as a regular expression over the whole text.
/// \param like  the PropertyIsLike, whose attributes define the wildcards
[[nodiscard]] std::string regex_of_like(XmlNode const& like, std::string_view pattern);

} // namespace ms::fes
