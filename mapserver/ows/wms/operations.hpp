// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The operations of WMS.

#include "http/response.hpp"
#include "ows/common/call.hpp"

#include <span>
#include <string_view>

namespace ms::ows::wms {

struct Operation {
    std::string_view name;     ///< REQUEST=, and the word in *_enable_request
    std::string_view old_name; ///< REQUEST= of WMS 1.0.0
    /// Answers a call, or throws for dispatch() to report.
    http::Response (*run)(Call const&);
};

[[nodiscard]] std::span<Operation const> operations() noexcept;

} // namespace ms::ows::wms
