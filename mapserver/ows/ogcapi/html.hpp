// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes documents of OGC API as HTML pages, with templates like MapServer's.

#include "http/response.hpp"
#include "ows/ogcapi/document.hpp"

#include <string_view>

namespace ms::ows::ogcapi {

/// Renders the template `page`.html of the folder that oga_html_template_directory, else
/// OGCAPI_HTML_TEMPLATE_DIRECTORY names (relative to the mapfile); without either our own.
///
/// Templates are given `response`, the document, and `template` with api_root, title, path, params,
/// extra_params and tags (oga_html_tags, oga_tag_<name>).
/// \throws ServiceException{ConfigError} where the template is missing or wrong; Error{Limit}
[[nodiscard]] http::Response html_page(ApiRequest const& api_request, Json document,
                                       std::string_view page);

} // namespace ms::ows::ogcapi
