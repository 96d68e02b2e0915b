// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The files of share/ogcapi, compiled in.

#include <span>
#include <string_view>

namespace ms::ows::ogcapi {

struct DefaultTemplate {
    std::string_view name; ///< "html/landing.html"
    std::string_view text;
};

[[nodiscard]] std::span<DefaultTemplate const> default_templates() noexcept;

} // namespace ms::ows::ogcapi
