// SPDX-License-Identifier: MIT
#include "ows/wcs/parse_request.hpp"

namespace ms::ows::wcs {

namespace {

std::string attribute_text(XmlNode const& node, std::string_view name)
{
    auto const* const value = node.attribute(name);
    return value == nullptr ? std::string{} : *value;
}

std::string accepted_versions(XmlNode const& root)
{
    std::string list;
    if (auto const* const versions = root.child("AcceptVersions")) {
        for (auto const& child : versions->children) {
            if (child.name == "Version") {
                list += (list.empty() ? "" : ",") + child.text();
            }
        }
    }
    return list;
}

} // namespace

Envelope parse_envelope(http::Parameters const& parameters, RequestDocument& document)
{
    Envelope envelope;
    auto& parsed = envelope.request;
    if (document.exists()) {
        envelope.document = document.take();
        parsed.version = attribute_text(envelope.document, "version");
        parsed.operation = envelope.document.name;
        parsed.accept_versions = accepted_versions(envelope.document);
    } else {
        parsed.version = parameters.value("VERSION");
        parsed.operation = parameters.value("REQUEST");
        parsed.accept_versions = parameters.value("ACCEPTVERSIONS");
    }
    return envelope;
}

} // namespace ms::ows::wcs
