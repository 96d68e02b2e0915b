// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads requests sent as parameters or as XML.

#include "base/xml.hpp"
#include "http/request.hpp"
#include "ows/wcs/request.hpp"

namespace ms::ows::wcs {

/// Whether a request without SERVICE is one of WCS, by the root of its XML.
[[nodiscard]] bool is_xml_of_wcs(http::Request const& request);

/// What dispatching needs: version and operation. \throws Error for XML that cannot be read
struct Envelope {
    Request request;
    XmlNode document{}; ///< sent as XML; without a name where parameters were sent
};
[[nodiscard]] Envelope parse_envelope(http::Request const& request);

/// All others, in the structure of the version that answers. \throws WcsException
void read_parameters(http::Parameters const& parameters, Request& request);
void read_xml(XmlNode const& root, Request& request);

} // namespace ms::ows::wcs
