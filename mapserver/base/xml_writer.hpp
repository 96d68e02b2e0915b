// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes XML element by element, so that everything is escaped and closed.

#include "base/xml.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ms {

/// Text for an element or a quoted attribute: & < > " ' as entities; drops control characters that
/// XML does not allow, and replaces invalid UTF-8 with U+FFFD.
[[nodiscard]] std::string escape_xml(std::string_view text);

/// Builds a document in memory, indented by two spaces.
class XmlWriter {
public:
    /// \param prolog written in front as it is: the XML declaration, a DOCTYPE
    explicit XmlWriter(std::string_view prolog) : m_out(prolog) {}

    XmlWriter& open(std::string_view name);
    /// Adds an attribute to the element that was just opened.
    XmlWriter& attribute(std::string_view name, std::string_view value);
    XmlWriter& text(std::string_view value);
    XmlWriter& close();
    /// <name>value</name>
    XmlWriter& element(std::string_view name, std::string_view value);
    /// The same within text: without a new line, so that no blank is added to the text.
    XmlWriter& inline_element(std::string_view name, std::string_view value);
    /// Markup as it is, in a separate line; the caller ensures that it is well-formed.
    XmlWriter& markup(std::string_view value);
    XmlWriter& comment(std::string_view value);
    /// A node that was read, with all that is in it.
    XmlWriter& tree(XmlNode const& node);

    /// The document, or what follows its beginning; every element must be closed.
    [[nodiscard]] std::string take();
    /// The beginning of a document that is sent while it is written; the rest follows in it.
    [[nodiscard]] std::string take_begun();

private:
    void end_start_tag();
    void start_line(std::size_t depth);

    std::string m_out;
    std::vector<std::string> m_open;
    bool m_in_start_tag = false;
    bool m_has_text = false; ///< the innermost element has text: its end tag stays on the line
};

} // namespace ms
