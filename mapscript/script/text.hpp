// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Strings of scripts: a text or nothing (NULL, None).

#include <string>
#include <utility>

namespace ms::script {

class Text {
public:
    Text() = default;
    Text(std::string text) : m_text(std::move(text)), m_is_null(false) {}
    Text(char const* text) : m_text(text == nullptr ? "" : text), m_is_null(text == nullptr) {}

    [[nodiscard]] bool is_null() const noexcept { return m_is_null; }
    /// "" for nothing.
    [[nodiscard]] std::string const& str() const noexcept { return m_text; }
    /// Takes a text of the model, of which an empty one is nothing, into the memory there is.
    void assign(std::string const& text)
    {
        m_text = text;
        m_is_null = text.empty();
    }
    friend bool operator==(Text const&, Text const&) = default;

private:
    std::string m_text;
    bool m_is_null = true;
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
