// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Matches IP addresses against lists of addresses and networks.

#include <optional>
#include <string_view>

namespace ms::http {

/// Whether a list of addresses and networks ("10.0.0.0/8", "2001:db8::/32") separated by blanks or
/// commas contains an address. IPv4 and its IPv6 form (::ffff:10.1.2.3) are the same.
/// \return nullopt if the address or an entry of the list is malformed: deny then
[[nodiscard]] std::optional<bool> names_address(std::string_view list, std::string_view address);

} // namespace ms::http
