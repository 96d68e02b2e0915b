// SPDX-License-Identifier: MIT
#include "inja/html_output.hpp"

#include "base/string.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace ms::inja {

namespace {

using Json = nlohmann::json;

bool is_letter(char c) noexcept
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_blank(char c) noexcept
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

char lower(char c) noexcept
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string numbered(char c)
{
    return "&#" + std::to_string(static_cast<int>(c)) + ";";
}

/// Whether "&" begins "&name;" or "&#1", which browsers read without ";" as well: others stay, as
/// in "?f=html&limit=1".
bool begins_reference(std::string_view text)
{
    if (text.starts_with("&#")) {
        return true;
    }
    auto const end =
        text.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", 1);
    return end != std::string_view::npos && end > 1 && text[end] == ';';
}

std::string escaped(std::string_view text, std::string_view signs)
{
    std::string result;
    result.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        char const c = text[i];
        if (c == '<') {
            result += "&lt;";
        } else if (c == '>') {
            result += "&gt;";
        } else if (c == '&' && begins_reference(text.substr(i))) {
            result += "&amp;";
        } else if (signs.find(c) != std::string_view::npos) {
            result += numbered(c);
        } else {
            result.push_back(c);
        }
    }
    return result;
}

/// In a script JSON may hold nothing that ends it.
std::string for_script(std::string const& json)
{
    std::string result;
    for (char const c : json) {
        if (c == '<' || c == '>' || c == '&') {
            result += c == '<' ? "\\u003c" : c == '>' ? "\\u003e" : "\\u0026";
        } else {
            result.push_back(c);
        }
    }
    return result;
}

/// For a place between quotes of either kind.
std::string script_text(std::string const& text)
{
    auto json = Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
    json = replace_all(json.substr(1, json.size() - 2), "\\\"", "\\u0022");
    return for_script(replace_all(replace_all(json, "'", "\\u0027"), "`", "\\u0060"));
}

/// Whether a browser would run it: javascript:, vbscript: and data:, with characters that browsers
/// ignore.
bool runs_script(std::string_view address)
{
    std::string scheme;
    for (char const c : address) {
        if (c == ':') {
            return scheme == "javascript" || scheme == "vbscript" || scheme == "data";
        }
        if (static_cast<unsigned char>(c) > ' ') {
            scheme.push_back(lower(c));
        }
    }
    return false;
}

} // namespace

void HtmlOutput::append(std::string_view text)
{
    m_budget.keep(text.size());
    m_text += text;
}

void HtmlOutput::append_markup(std::string_view markup)
{
    m_budget.keep(markup.size());
    for (char const c : markup) {
        m_text.push_back(c);
        follow(c);
    }
}

void HtmlOutput::append_value(Json const& value)
{
    if (value.is_null()) {
        return;
    }
    bool const is_text = value.is_string();
    auto text = is_text ? value.get<std::string>()
                        : value.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (is_script()) {
        text = is_text ? script_text(text) : for_script(text);
    }
    if (m_place == Place::Tag && m_attribute.ends_with('=')) {
        begin_attribute(' ', m_text.size());
    }
    if (m_place == Place::Script) {
        append(text);
    } else if (m_place == Place::Attribute || m_place == Place::Tag || m_place == Place::TagName) {
        bool const is_quoted = m_place == Place::Attribute && m_quote != ' ';
        if (m_place == Place::Attribute && m_attribute == "srcdoc") {
            text = escaped(text, "\"'&"); // a page within the attribute
        }
        append(is_link() && makes_run_script(text)
                   ? "#"
                   : escaped(text, is_quoted ? "\"'" : "\"'`= \t\r\n\f/"));
    } else {
        append(escaped(text, ""));
    }
}

std::string HtmlOutput::take()
{
    m_budget.release(m_text.size());
    return std::exchange(m_text, {});
}

void HtmlOutput::follow(char c)
{
    switch (m_place) {
    case Place::Text:
        if (m_text.size() > 1 && m_text[m_text.size() - 2] == '<' && (is_letter(c) || c == '/')) {
            m_place = Place::TagName;
            m_tag = std::string{lower(c)};
        } else if (ends_with("<!--")) {
            m_place = Place::Comment;
        }
        break;
    case Place::TagName:
        if (is_blank(c) || c == '>') {
            enter_tag();
            follow_tag(c);
        } else {
            m_tag.push_back(lower(c));
        }
        break;
    case Place::Tag:
        follow_tag(c);
        break;
    case Place::Attribute:
        if (c == m_quote || (m_quote == ' ' && (is_blank(c) || c == '>'))) {
            m_place = Place::Tag;
            m_attribute.clear();
            if (c == '>') {
                leave_tag();
            }
        }
        break;
    case Place::Script:
        if (c == '>' && ends_script()) {
            m_place = Place::Text;
            m_tag.clear();
        }
        break;
    case Place::Comment:
        if (c == '>' && ends_with("-->")) {
            m_place = Place::Text;
        }
        break;
    }
}

/// Within a tag, outside of values.
void HtmlOutput::follow_tag(char c)
{
    if (c == '>') {
        leave_tag();
        return;
    }
    auto const before = m_text.size() > 1 ? m_text[m_text.size() - 2] : ' ';
    if (m_attribute.ends_with('=')) {
        if (is_blank(c)) {
            return;
        }
        bool const is_quoted = c == '"' || c == '\'';
        begin_attribute(is_quoted ? c : ' ', m_text.size() - (is_quoted ? 0 : 1));
    } else if (c == '=') {
        m_attribute.push_back(c);
    } else if (!is_blank(c)) {
        m_attribute = is_blank(before) ? std::string{lower(c)} : m_attribute + lower(c);
    }
}

void HtmlOutput::begin_attribute(char quote, std::size_t start)
{
    m_attribute.pop_back();
    m_quote = quote;
    m_value_start = start;
    m_place = Place::Attribute;
}

void HtmlOutput::enter_tag()
{
    m_place = Place::Tag;
    m_attribute.clear();
}

void HtmlOutput::leave_tag()
{
    bool const has_raw_text = m_tag == "script" || m_tag == "style";
    m_place = has_raw_text ? Place::Script : Place::Text;
    m_attribute.clear();
}

bool HtmlOutput::ends_with(std::string_view text) const
{
    return m_text.size() >= text.size() &&
           equals_ignoring_case(std::string_view{m_text}.substr(m_text.size() - text.size()), text);
}

/// After "</script>", also with blanks in it.
bool HtmlOutput::ends_script() const
{
    auto const before = std::string_view{m_text}.substr(0, m_text.size() - 1);
    auto const end = before.find_last_not_of(" \t\r\n\f") + 1;
    auto const closing = "</" + m_tag;
    return end >= closing.size() &&
           equals_ignoring_case(before.substr(end - closing.size(), closing.size()), closing);
}

/// Whether the address so far is a harmless one, or blank, and the value makes a script of it.
bool HtmlOutput::makes_run_script(std::string_view value) const
{
    auto const before = m_text.substr(std::min(m_value_start, m_text.size()));
    return !runs_script(before) && runs_script(before + std::string{value});
}

bool HtmlOutput::is_script() const noexcept
{
    return m_place == Place::Script ||
           (m_place == Place::Attribute && m_attribute.starts_with("on"));
}

bool HtmlOutput::is_link() const noexcept
{
    constexpr std::array<std::string_view, 12> names{
        "href", "src",  "action",     "poster",   "formaction", "xlink:href",
        "data", "ping", "background", "manifest", "cite",       "codebase"};
    return std::ranges::find(names, std::string_view{m_attribute}) != names.end();
}

} // namespace ms::inja
