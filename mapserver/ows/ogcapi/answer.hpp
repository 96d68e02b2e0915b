// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Documents of OGC API as JSON or as pages.

#include "http/response.hpp"
#include "ows/ogcapi/document.hpp"

#include <span>
#include <string_view>

namespace ms::ows::ogcapi {

/// The document in the requested format.
/// \param type of the JSON \param page name of the template of the page, without ".html"
[[nodiscard]] http::Response answer(ApiRequest const& api_request, Json document,
                                    std::string_view type, std::string_view page);

/// Rejects parameters other than `known` and "f", and repeated ones (OGC 17-069r4, 7.7). The names
/// in *_extra_params are known, too; with oga_compliance_mode "false" unknown ones are ignored.
/// \throws ServiceException naming the first unknown or repeated parameter
void check_parameters(ApiRequest const& api_request, std::span<std::string_view const> known);

/// The error document: always JSON, as in MapServer.
[[nodiscard]] http::Response exception(Call const& call, std::exception const& error);

} // namespace ms::ows::ogcapi
