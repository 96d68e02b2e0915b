// SPDX-License-Identifier: MIT
#include "base/xml.hpp"

#include "base/error.hpp"
#include "base/string.hpp"

#include <pugixml.hpp>

#include <algorithm>

namespace ms {

namespace {

std::string_view local_name(std::string_view name) noexcept
{
    auto const colon = name.rfind(':');
    return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

/// Copies elements and texts; knows how much it has copied.
class Copier {
public:
    explicit Copier(XmlLimits const& limits) : m_limits(limits) {}

    XmlNode copy(pugi::xml_node const& from, std::size_t depth)
    {
        count();
        if (depth > m_limits.max_depth) {
            throw Error{ErrorKind::Limit, "the XML is nested too deeply"};
        }
        XmlNode to{.name = std::string{local_name(from.name())}};
        for (auto const& attribute : from.attributes()) {
            count();
            to.attributes.emplace_back(local_name(attribute.name()), attribute.value());
        }
        for (auto const& child : from.children()) {
            if (child.type() == pugi::node_element) {
                to.children.push_back(copy(child, depth + 1));
            } else if (child.type() == pugi::node_pcdata || child.type() == pugi::node_cdata) {
                count();
                to.children.push_back(XmlNode{.value = child.value()});
            }
        }
        return to;
    }

private:
    void count()
    {
        if (++m_count > m_limits.max_nodes) {
            throw Error{ErrorKind::Limit, "the XML has too many elements"};
        }
    }

    XmlLimits const& m_limits;
    std::size_t m_count = 0;
};

} // namespace

XmlNode const* XmlNode::child(std::string_view child_name) const noexcept
{
    auto const found = std::ranges::find_if(children, [&](XmlNode const& node) {
        return !node.is_text() && equals_ignoring_case(node.name, child_name);
    });
    return found == children.end() ? nullptr : &*found;
}

XmlNode const* XmlNode::find(std::string_view path) const noexcept
{
    auto const* at = this;
    while (at != nullptr && !path.empty()) {
        auto const step = path.substr(0, path.find('/'));
        at = at->child(step);
        path.remove_prefix(std::min(path.size(), step.size() + 1));
    }
    return at;
}

std::string const* XmlNode::attribute(std::string_view attribute_name) const noexcept
{
    auto const found =
        std::ranges::find(attributes, attribute_name, &std::pair<std::string, std::string>::first);
    return found == attributes.end() ? nullptr : &found->second;
}

std::string XmlNode::text() const
{
    std::string all;
    for (auto const& node : children) {
        if (node.is_text()) {
            all += node.value;
        }
    }
    return std::string{trim(all)};
}

std::string XmlNode::text_of(std::string_view path) const
{
    auto const* const node = find(path);
    return node == nullptr ? std::string{} : node->text();
}

XmlNode parse_xml(std::string_view text, XmlLimits const& limits)
{
    if (text.size() > limits.max_bytes) {
        throw Error{ErrorKind::Limit, "the XML is too long"};
    }
    pugi::xml_document document;
    auto const result =
        document.load_buffer(text.data(), text.size(),
                             pugi::parse_cdata | pugi::parse_escapes | pugi::parse_eol |
                                 pugi::parse_wconv_attribute | pugi::parse_ws_pcdata_single,
                             pugi::encoding_auto);
    if (!result) {
        throw Error{ErrorKind::BadRequest, "the XML is malformed at byte " +
                                               std::to_string(result.offset) + ": " +
                                               result.description()};
    }
    if (!document.document_element()) {
        throw Error{ErrorKind::BadRequest, "the XML has no root element"};
    }
    return Copier{limits}.copy(document.document_element(), 1);
}

} // namespace ms
