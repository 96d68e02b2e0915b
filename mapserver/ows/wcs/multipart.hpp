// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Bodies of several parts (RFC 2046, 5.1).

#include "http/response.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ows::wcs {

struct Part {
    std::vector<std::pair<std::string, std::string>> headers;
    std::vector<std::uint8_t> body;
};

/// \param type "multipart/mixed"
[[nodiscard]] http::Response multipart_response(std::string_view type, std::vector<Part> parts);

} // namespace ms::ows::wcs
