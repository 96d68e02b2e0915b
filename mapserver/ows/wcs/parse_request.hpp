// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads requests sent as parameters or as XML.

#include "base/xml.hpp"
#include "http/request.hpp"
#include "ows/common/request_document.hpp"
#include "ows/wcs/request.hpp"

namespace ms::ows::wcs {

/// What dispatching needs: version and operation. \throws Error for XML that cannot be read
struct Envelope {
    Request request;
    XmlNode document{}; ///< sent as XML; without a name where parameters were sent
};
[[nodiscard]] Envelope parse_envelope(http::Parameters const& parameters,
                                      RequestDocument& document);

/// All others, in the structure of the version that answers. \throws WcsException
void read_parameters(http::Parameters const& parameters, Request& request);
void read_xml(XmlNode const& root, Request& request);

} // namespace ms::ows::wcs
