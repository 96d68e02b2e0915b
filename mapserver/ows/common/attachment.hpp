// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Names the file that a client saves an answer as.

#include "http/response.hpp"
#include "mapfile/model/output_format.hpp"

#include <string>
#include <string_view>

namespace ms::ows {

/// Content-Disposition with the format's FORMATOPTION "ATTACHMENT=..."; nothing without it.
void append_attachment(http::Response& response, mapfile::OutputFormat const& format);

/// Content-Disposition with that name (RFC 6266): a token as it is, as MapServer writes it;
/// anything else in quotes, without characters that end them.
[[nodiscard]] std::string disposition(std::string_view name, std::string_view type = "attachment");

} // namespace ms::ows
