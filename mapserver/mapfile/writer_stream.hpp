// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes indented lines of a mapfile.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ms::mapfile {

/// How much is written: values that differ from the defaults, or also the defaults that MapServer
/// writes.
enum class Wording : std::uint8_t { Short, Full };

class Writer {
public:
    explicit Writer(Wording wording = Wording::Short) : m_wording(wording) {}

    [[nodiscard]] bool spells_out() const noexcept { return m_wording == Wording::Full; }
    /// The block around the open one, or "".
    [[nodiscard]] std::string_view around() const noexcept;

    /// Opens a block: its name on a line; the following lines are indented.
    void open(std::string_view name);
    /// Writes "END # NAME" and the line break, as MapServer does.
    void close();

    // One line: begin, then words, then end.
    void begin_line(std::string_view name);
    /// The line is indented as its block is.
    void begin_line_outside(std::string_view name);
    void word(std::string_view word);
    void number(double value);
    /// With the given number of decimal places, or more if it would read back as another number.
    void fixed_number(double value, int digits);
    void quoted_word(std::string_view text);
    void end_line();

    /// A line of a table: a tab between key and value.
    void pair(std::string_view key, std::string_view value);

    [[nodiscard]] std::string const& text() const noexcept { return m_text; }

private:
    void indent(std::size_t depth);

    std::string m_text;
    std::vector<std::string> m_open; ///< names of the blocks around this place
    Wording m_wording;
    bool m_is_line_start = true;
};

} // namespace ms::mapfile
