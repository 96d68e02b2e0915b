// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Numbers in WFS requests.

#include <string_view>

namespace ms::ows::wfs {

/// \throws WfsException naming the parameter
[[nodiscard]] int parse_number(std::string_view text, std::string_view name);

} // namespace ms::ows::wfs
