// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes a report as an HTML page with charts.

#include "load/report.hpp"

#include <string>

namespace ms::load {

/// HTML in XML's syntax with charts in SVG; nothing is loaded from elsewhere, no script runs.
[[nodiscard]] std::string html_page(Report const& report);

} // namespace ms::load
