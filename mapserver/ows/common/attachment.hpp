// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Names the file that a client saves an answer as.

#include "http/response.hpp"
#include "mapfile/model/output_format.hpp"

namespace ms::ows {

/// Content-Disposition with the format's FORMATOPTION "ATTACHMENT=..."; nothing without it.
void append_attachment(http::Response& response, mapfile::OutputFormat const& format);

} // namespace ms::ows
