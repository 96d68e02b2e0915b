// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The patterns of PropertyIsLike.

#include "base/xml.hpp"

#include <string>
#include <string_view>

namespace ms::fes {

/// A pattern as a regular expression over the whole text.
/// \param like  the PropertyIsLike, whose attributes say which signs stand for letters
[[nodiscard]] std::string regex_of_like(XmlNode const& like, std::string_view pattern);

} // namespace ms::fes
