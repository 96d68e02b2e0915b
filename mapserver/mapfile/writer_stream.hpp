// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Indented lines of a mapfile.

#include <string>
#include <string_view>
#include <vector>

namespace ms::mapfile {

class Writer {
public:
    /// A block: its name on a line, what follows is indented.
    void open(std::string_view name);
    /// "END # NAME", as MapServer writes it.
    void close();

    // One line: begin, then words, then end.
    void begin_line(std::string_view name);
    void word(std::string_view word);
    void number(double value);
    void quoted_word(std::string_view text);
    void end_line();

    [[nodiscard]] std::string const& text() const noexcept { return m_text; }

private:
    void indent();

    std::string m_text;
    std::vector<std::string> m_open; ///< names of the blocks around this place
    bool m_is_line_start = true;
};

} // namespace ms::mapfile
