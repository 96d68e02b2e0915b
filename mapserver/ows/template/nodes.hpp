// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses templates to trees: text, tags, and tags around other text.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ms::ows::tmpl {

/// [name attribute=value attribute="value"]. Names compare without case, values are unchanged.
struct Tag {
    std::string name;
    std::vector<std::pair<std::string, std::string>> attributes;
    std::string text; ///< as it is written, with the brackets

    /// The value of an attribute, or nullptr.
    [[nodiscard]] std::string const* find(std::string_view attribute) const noexcept;
    /// The value, or the default `otherwise`.
    [[nodiscard]] std::string value(std::string_view attribute, std::string_view otherwise) const;
    /// Whether the attribute is "true".
    [[nodiscard]] bool is_set(std::string_view attribute) const;
};

/// Reads the tag that begins at `text[at]`, a '['. nullopt if it is not a tag: other brackets (of
/// JSON, of scripts) are text.
[[nodiscard]] std::optional<Tag> read_tag(std::string_view text, std::size_t at);

struct Node {
    enum class Kind : std::uint8_t { Text, Tag, Block };
    Kind kind = Kind::Text;
    std::string text{};            ///< Kind::Text
    Tag tag{};                     ///< else
    std::vector<Node> children{};  ///< of a block
    std::vector<Node> otherwise{}; ///< between [else] and [/if]
};

/// Splits a template. A block ([feature] ... [/feature]) that is not closed is text.
/// \throws Error{BadMapfile} for blocks nested too deeply or too many tags
[[nodiscard]] std::vector<Node> parse(std::string_view text);

} // namespace ms::ows::tmpl
