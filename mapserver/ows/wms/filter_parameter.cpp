// SPDX-License-Identifier: MIT
#include "ows/wms/filter_parameter.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "ows/wms/wms_exception.hpp"

namespace ms::ows::wms {

namespace {

/// Splits at each ")(" between neighbouring filters.
std::vector<std::string_view> split_filters(std::string_view value)
{
    value.remove_prefix(1);
    value.remove_suffix(value.ends_with(')') ? 1 : 0);
    std::vector<std::string_view> parts;
    for (auto end = value.find(")("); end != std::string_view::npos; end = value.find(")(")) {
        parts.push_back(value.substr(0, end));
        value.remove_prefix(end + 2);
    }
    parts.push_back(value);
    return parts;
}

XmlNode parse_one(std::string_view text)
{
    constexpr std::size_t max_shown = 1000; // characters that a client is shown again
    try {
        return parse_lenient_xml(text);
    } catch (Error const& error) {
        if (error.kind() == ErrorKind::Limit) {
            throw; // too large or too deep, not unreadable
        }
        throw WmsException{"InvalidParameterValue", "msWMSApplyFilter()",
                           "Invalid or Unsupported FILTER : " +
                               std::string{text.substr(0, max_shown)}};
    }
}

} // namespace

std::vector<XmlNode> parse_filters(std::string_view value, std::size_t count)
{
    value = trim(value);
    std::vector<XmlNode> filters;
    if (value.empty()) {
        return filters;
    }
    auto const texts = value.starts_with('(') ? split_filters(value) : std::vector{value};
    if (texts.size() != count) {
        throw WmsException{"InvalidParameterValue", in_map_parameters,
                           "Wrong number of filter elements, one filter must be specified for "
                           "each requested layer or groups."};
    }
    for (auto const text : texts) {
        filters.push_back(trim(text).empty() ? XmlNode{} : parse_one(text));
    }
    return filters;
}

} // namespace ms::ows::wms
