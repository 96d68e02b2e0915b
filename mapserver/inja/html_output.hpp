// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes an HTML page piece by piece, with values escaped for their context.

#include "base/budget.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ms::inja {

/// Follows the markup of the template, so that no value can end an attribute, an element or a text
/// of a script:
///
/// - between tags: `<`, `>`, and `&` where a character reference would begin
/// - in a tag: also quotes, and blanks in unquoted values; the URL of a link is omitted if it would
/// run a script
/// - in a script or style: texts with JavaScript's escapes, objects and arrays as JSON
class HtmlOutput {
public:
    /// \param budget charged for the output
    explicit HtmlOutput(Budget& budget) : m_budget(budget) {}
    ~HtmlOutput() { m_budget.release(m_text.size()); }
    HtmlOutput(HtmlOutput const&) = delete;
    HtmlOutput& operator=(HtmlOutput const&) = delete;

    /// Markup of the template's author. \throws Error{Limit}
    void append_markup(std::string_view markup);
    /// Texts as they are, null as nothing, other values as JSON. \throws Error{Limit}
    void append_value(nlohmann::json const& value);
    [[nodiscard]] std::string take();

private:
    enum class Place : std::uint8_t { Text, TagName, Tag, Attribute, Script, Comment };

    void append(std::string_view text);
    void follow(char c);
    void follow_tag(char c);
    void begin_attribute(char quote, std::size_t start);
    void enter_tag();
    void leave_tag();
    [[nodiscard]] bool ends_with(std::string_view text) const;
    [[nodiscard]] bool ends_script() const;
    [[nodiscard]] bool makes_run_script(std::string_view value) const;
    [[nodiscard]] bool is_script() const noexcept;
    [[nodiscard]] bool is_link() const noexcept;

    Budget& m_budget;
    std::string m_text;
    Place m_place = Place::Text;
    std::string m_tag{};       ///< its name in lower case, with "/" for a closing one
    std::string m_attribute{}; ///< the name in lower case
    char m_quote = '\0';       ///< of the attribute's value; a blank: unquoted
    std::size_t m_value_start = 0;
};

} // namespace ms::inja
