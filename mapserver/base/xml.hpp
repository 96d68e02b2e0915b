// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses XML from clients into a tree of plain values.

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ms {

/// An element, or a piece of text between elements (its name is empty).
struct XmlNode {
    std::string name{}; ///< without its prefix: namespaces are passed over
    std::vector<std::pair<std::string, std::string>> attributes{}; ///< names without prefix
    std::vector<XmlNode> children{};
    std::string value{};      ///< of a text
    bool is_verbatim = false; ///< a text of a CDATA section: its blanks are meant

    [[nodiscard]] bool is_text() const noexcept { return name.empty(); }
    /// The first child element of this name, or nullptr.
    [[nodiscard]] XmlNode const* child(std::string_view child_name) const noexcept;
    /// The first element along a path of child names "Graphic/Mark/Fill", or nullptr.
    [[nodiscard]] XmlNode const* find(std::string_view path) const noexcept;
    /// The value of an attribute, or nullptr.
    [[nodiscard]] std::string const* attribute(std::string_view attribute_name) const noexcept;
    /// Its texts strung together, without blanks around them.
    [[nodiscard]] std::string text() const;
    /// text() of the element at a path, or "".
    [[nodiscard]] std::string text_of(std::string_view path) const;
};

struct XmlLimits {
    std::size_t max_bytes = 1U << 20U;
    std::size_t max_depth = 64;
    std::size_t max_nodes = 100'000;
};

/// The root element. Replaces only the five entities of XML and numeric character references; skips
/// a DOCTYPE, so that nothing can be declared, included or fetched.
/// \throws Error{BadRequest} for invalid XML, Error{Limit} beyond the limits
[[nodiscard]] XmlNode parse_xml(std::string_view text, XmlLimits const& limits = {});

/// parse_xml(), and if that fails, again with quotes around unquoted attribute values: <Point
/// srsName=EPSG:4326>. Clients write such filters, and MapServer reads them.
/// \throws as parse_xml()
[[nodiscard]] XmlNode parse_lenient_xml(std::string_view text, XmlLimits const& limits = {});

} // namespace ms
