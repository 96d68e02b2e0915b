// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Makes names of attributes and layers names of XML elements.

#include <string>
#include <string_view>

namespace ms::ows {

/// A name as XML allows it for an element: other characters become '_'. Layers' names may have a
/// prefix ("cite:Lakes").
[[nodiscard]] std::string element_name(std::string_view name);

/// The same without a prefix: a column may be called "x:y", and no document declares an x.
[[nodiscard]] std::string property_element_name(std::string_view name);

} // namespace ms::ows
