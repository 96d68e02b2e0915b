// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes WMS exceptions: as XML of every version, as an image with the text, as an empty image.

#include "http/response.hpp"
#include "ows/common/call.hpp"
#include "ows/common/service_exception.hpp"

namespace ms::ows::wms {

/// In the form that VERSION and EXCEPTIONS request; invalid ones fall back to XML. Images have
/// status 200, since clients show no others.
[[nodiscard]] http::Response exception_report(Call const& call, Complaint const& complaint);

} // namespace ms::ows::wms
