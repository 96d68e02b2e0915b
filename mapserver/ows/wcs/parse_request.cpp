// SPDX-License-Identifier: MIT
#include "ows/wcs/parse_request.hpp"

#include "base/error.hpp"
#include "base/string.hpp"

#include <algorithm>

namespace ms::ows::wcs {

namespace {

bool has_xml_body(http::Request const& request)
{
    return request.method == http::Method::Post && trim(request.body).starts_with('<');
}

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

bool is_xml_of_wcs(http::Request const& request)
{
    if (!has_xml_body(request)) {
        return false;
    }
    try {
        return equals_ignoring_case(attribute_text(parse_xml(request.body), "service"), "WCS");
    } catch (Error const&) {
        return false; // and no other service's either
    }
}

Envelope parse_envelope(http::Request const& request)
{
    Envelope envelope;
    auto& parsed = envelope.request;
    if (has_xml_body(request)) {
        envelope.document = parse_xml(request.body);
        parsed.version = attribute_text(envelope.document, "version");
        parsed.operation = envelope.document.name;
        parsed.accept_versions = accepted_versions(envelope.document);
    } else {
        parsed.version = request.parameters.value("VERSION");
        parsed.operation = request.parameters.value("REQUEST");
        parsed.accept_versions = request.parameters.value("ACCEPTVERSIONS");
    }
    return envelope;
}

} // namespace ms::ows::wcs
