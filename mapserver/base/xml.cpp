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
                to.children.push_back(XmlNode{.value = child.value(),
                                              .is_verbatim = child.type() == pugi::node_cdata});
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

/// From `at`, behind a '=' in a tag: skips the value, and adds quotes if it has none.
std::size_t append_value(std::string_view text, std::size_t at, std::string& quoted)
{
    constexpr std::string_view blanks = " \t\r\n";
    auto const start = std::min(text.find_first_not_of(blanks, at), text.size());
    quoted.append(text, at, start - at);
    if (start == text.size() || text[start] == '"' || text[start] == '\'') {
        auto const end = start == text.size() ? text.npos : text.find(text[start], start + 1);
        auto const after = end == text.npos ? text.size() : end + 1;
        quoted.append(text, start, after - start);
        return after;
    }
    auto end = std::min(text.find_first_of(" \t\r\n>", start), text.size());
    if (end < text.size() && text[end] == '>' && end > start && text[end - 1] == '/') {
        --end; // the slash of an element without content
    }
    quoted.append("\"")
        .append(replace_all(text.substr(start, end - start), "\"", "&quot;"))
        .append("\"");
    return end;
}

/// Changes only tags, also those inside texts and comments.
std::string with_quoted_values(std::string_view text)
{
    std::string quoted;
    std::size_t at = 0;
    bool is_in_tag = false;
    while (at < text.size()) {
        char const c = text[at++];
        quoted.push_back(c);
        if (!is_in_tag) {
            is_in_tag = c == '<' && at < text.size() && text[at] != '!' && text[at] != '?';
        } else if (c == '=') {
            at = append_value(text, at, quoted);
        } else if (c == '>') {
            is_in_tag = false;
        }
    }
    return quoted;
}

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

XmlNode parse_lenient_xml(std::string_view text, XmlLimits const& limits)
{
    try {
        return parse_xml(text, limits);
    } catch (Error const& error) {
        auto const quoted =
            error.kind() == ErrorKind::BadRequest ? with_quoted_values(text) : std::string{text};
        if (quoted == text) {
            throw;
        }
        return parse_xml(quoted, limits);
    }
}

} // namespace ms
