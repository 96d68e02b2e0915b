// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Strings of scripts: a text or nothing (NULL, None).

#include <optional>
#include <string>
#include <string_view>

namespace ms::script {

class Text {
public:
    Text() = default;
    Text(std::string text) : m_text(std::move(text)) {}
    Text(char const* text)
        : m_text(text == nullptr ? std::nullopt : std::optional<std::string>{text})
    {}

    [[nodiscard]] bool is_null() const noexcept { return !m_text.has_value(); }
    /// "" for nothing.
    [[nodiscard]] std::string const& str() const noexcept
    {
        static std::string const empty;
        return m_text ? *m_text : empty;
    }
    friend bool operator==(Text const&, Text const&) = default;

private:
    std::optional<std::string> m_text;
};

/// An empty text of the model is nothing to a script.
[[nodiscard]] inline Text text_or_null(std::string text)
{
    return text.empty() ? Text{} : Text{std::move(text)};
}

/// Bytes that are not text.
struct Bytes {
    std::string value;
};

} // namespace ms::script
