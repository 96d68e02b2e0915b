// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Makes names of attributes and layers names of XML elements.

#include <string>
#include <string_view>

namespace ms::ows {

/// A name as XML allows it for an element: others become '_'.
[[nodiscard]] std::string element_name(std::string_view name);

} // namespace ms::ows
