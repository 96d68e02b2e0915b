// SPDX-License-Identifier: MIT
#include "base/xml_writer.hpp"

#include "base/utf8.hpp"

#include <cassert>
#include <utility>

namespace ms {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD"; // U+FFFD

std::string_view entity(char c) noexcept
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return {};
    }
}

bool is_control(char c) noexcept
{
    return (c >= '\0' && c < ' ' && c != '\t' && c != '\n' && c != '\r') || c == '\x7F';
}

} // namespace

std::string escape_xml(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        auto const length = utf8_length(text, i);
        if (length == 0) {
            out.append(replacement);
        } else if (length > 1) {
            out.append(text.substr(i, length));
        } else if (auto const escaped = entity(text[i]); !escaped.empty()) {
            out.append(escaped);
        } else if (!is_control(text[i])) {
            out.push_back(text[i]);
        }
        i += length == 0 ? 1 : length;
    }
    return out;
}

void XmlWriter::end_start_tag()
{
    if (m_in_start_tag) {
        m_out.push_back('>');
        m_in_start_tag = false;
    }
}

void XmlWriter::start_line(std::size_t depth)
{
    if (!m_out.empty() && m_out.back() != '\n') {
        m_out.push_back('\n');
    }
    m_out.append(2 * depth, ' ');
}

XmlWriter& XmlWriter::open(std::string_view name)
{
    end_start_tag();
    start_line(m_open.size());
    m_out.append("<").append(name);
    m_open.emplace_back(name);
    m_in_start_tag = true;
    m_has_text = false;
    return *this;
}

XmlWriter& XmlWriter::attribute(std::string_view name, std::string_view value)
{
    assert(m_in_start_tag);
    m_out.append(" ").append(name).append("=\"").append(escape_xml(value)).append("\"");
    return *this;
}

XmlWriter& XmlWriter::text(std::string_view value)
{
    end_start_tag();
    m_out.append(escape_xml(value));
    m_has_text = true;
    return *this;
}

XmlWriter& XmlWriter::close()
{
    assert(!m_open.empty());
    auto const name = std::move(m_open.back());
    m_open.pop_back();
    if (m_in_start_tag) {
        m_out.append("/>");
        m_in_start_tag = false;
    } else {
        if (!m_has_text) {
            start_line(m_open.size());
        }
        m_out.append("</").append(name).append(">");
    }
    m_has_text = false;
    return *this;
}

XmlWriter& XmlWriter::element(std::string_view name, std::string_view value)
{
    return open(name).text(value).close();
}

XmlWriter& XmlWriter::inline_element(std::string_view name, std::string_view value)
{
    end_start_tag();
    m_out.append("<").append(name).append(">").append(escape_xml(value));
    m_out.append("</").append(name).append(">");
    m_has_text = true;
    return *this;
}

XmlWriter& XmlWriter::markup(std::string_view value)
{
    end_start_tag();
    start_line(m_open.size());
    m_out.append(value);
    m_has_text = false;
    return *this;
}

XmlWriter& XmlWriter::comment(std::string_view value)
{
    end_start_tag();
    start_line(m_open.size());
    // XML 1.0, 2.5: "the string "--" (double-hyphen) MUST NOT occur within comments".
    std::string safe = escape_xml(value);
    for (std::size_t i = 1; i < safe.size(); ++i) {
        if (safe[i - 1] == '-' && safe[i] == '-') {
            safe[i] = '.';
        }
    }
    m_out.append("<!-- ").append(safe).append(" -->");
    m_has_text = false;
    return *this;
}

XmlWriter& XmlWriter::tree(XmlNode const& node)
{
    if (node.is_text()) {
        return text(node.value);
    }
    open(node.name);
    for (auto const& [name, value] : node.attributes) {
        attribute(name, value);
    }
    for (auto const& child : node.children) {
        tree(child);
    }
    return close();
}

std::string XmlWriter::take()
{
    assert(m_open.empty());
    m_out.push_back('\n');
    return std::exchange(m_out, {});
}

std::string XmlWriter::take_begun()
{
    end_start_tag();
    m_out.push_back('\n');
    return std::exchange(m_out, {});
}

} // namespace ms
