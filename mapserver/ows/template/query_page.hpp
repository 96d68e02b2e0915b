// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes the answer to a query as a page: with templates or an OUTPUTFORMAT.

#include "http/response.hpp"
#include "ows/template/expand.hpp"

#include <string_view>

namespace ms::ows::tmpl {

/// \param format the name or MIME type of an OUTPUTFORMAT with DRIVER TEMPLATE, whose FORMATOPTION
///        FILE is the template of the whole page, or OGR/...; else a MIME type for pages composed
///        of WEB HEADER, for every layer its HEADER, the TEMPLATE of layer or class for every
///        feature and its FOOTER, then WEB FOOTER
/// \throws ServiceException for OUTPUTFORMATs of images; as vector_file(); Error{BadMapfile} for
/// templates
[[nodiscard]] http::Response query_page(Page const& page, std::string_view format);

} // namespace ms::ows::tmpl
