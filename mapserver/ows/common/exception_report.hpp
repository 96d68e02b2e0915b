// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes exception reports of OWS Common, for requests that no service claims.

#include "http/response.hpp"
#include "ows/common/call.hpp"
#include "ows/common/service_exception.hpp"

namespace ms::ows {

/// Versions of OWS Common, whose reports are similar.
enum class OwsCommon {
    V100, ///< OGC 05-008
    V110, ///< OGC 06-121r3
};

/// An ows:ExceptionReport (OGC 06-121r3, 8).
/// \param locator the parameter that is to blame, or ""
[[nodiscard]] http::Response exception_report(Complaint const& complaint, std::string_view locator,
                                              Settings const& settings,
                                              OwsCommon version = OwsCommon::V110);

/// The HTTP status of an exception: its own, or 200 if the settings request MapServer's behaviour.
[[nodiscard]] int http_status(Complaint const& complaint, Settings const& settings) noexcept;

} // namespace ms::ows
