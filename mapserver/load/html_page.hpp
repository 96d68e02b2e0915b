// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes a report as an HTML page with charts.

#include "load/report.hpp"

#include <string>

namespace ms::load {

/// HTML in XML syntax with charts in SVG; self-contained, without scripts.
[[nodiscard]] std::string html_page(Report const& report);

} // namespace ms::load
