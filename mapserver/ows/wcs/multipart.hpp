// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Bodies of several parts (RFC 2046, 5.1).

#include "http/response.hpp"
#include "ows/common/call.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ows::wcs {

struct Part {
    std::vector<std::pair<std::string, std::string>> headers;
    std::vector<std::uint8_t> body;
};

/// Sends large bodies piece by piece, without a copy of the whole.
/// \param type "multipart/mixed"
[[nodiscard]] http::Response multipart_response(Call const& call, std::string_view type,
                                                std::vector<Part> parts);

} // namespace ms::ows::wcs
