// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The XML writer under the names OWS operations use.

#include "base/xml_writer.hpp"

namespace ms::ows {

using ms::escape_xml;
using ms::XmlWriter;

} // namespace ms::ows
