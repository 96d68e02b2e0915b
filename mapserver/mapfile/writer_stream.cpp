// SPDX-License-Identifier: MIT
#include "mapfile/writer_stream.hpp"

#include "base/string.hpp"
#include "mapfile/quote.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace ms::mapfile {

namespace {

/// An empty line comes after these.
constexpr std::string_view spaced_blocks[]{"LAYER",  "LEGEND",    "OUTPUTFORMAT", "QUERYMAP",
                                           "SYMBOL", "REFERENCE", "SCALEBAR",     "WEB"};
/// The END of these has no name.
constexpr std::string_view nameless_ends[]{"SYMBOL", "SYMBOLSET"};

bool is_in(std::string_view name, auto const& names)
{
    return std::ranges::find(names, name) != std::end(names);
}

std::string digits_of(double value, std::chars_format format, int digits)
{
    std::array<char, 400> buffer{}; // the largest number has 309 digits before the point
    auto const end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format, digits);
    return {buffer.data(), end.ptr};
}

bool reads_as(std::string const& text, double value)
{
    double read = 0;
    std::from_chars(text.data(), text.data() + text.size(), read);
    return read == value;
}

} // namespace

std::string_view Writer::around() const noexcept
{
    return m_open.size() < 2 ? std::string_view{} : m_open[m_open.size() - 2];
}

void Writer::indent(std::size_t depth)
{
    m_text.append(2 * depth, ' ');
}

void Writer::open(std::string_view name)
{
    begin_line(name);
    end_line();
    m_open.emplace_back(name);
}

void Writer::close()
{
    auto const name = std::move(m_open.back());
    m_open.pop_back();
    bool const is_nameless = is_in(name, nameless_ends) ||
                             (name == "POINTS" && !m_open.empty() && m_open.back() == "SYMBOL");
    begin_line(is_nameless ? "END" : "END # " + name);
    end_line();
    if (is_in(name, spaced_blocks)) {
        end_line();
    }
}

void Writer::begin_line(std::string_view name)
{
    indent(m_open.size());
    m_text += name;
    m_is_line_start = name.empty() || name == " ";
}

void Writer::begin_line_outside(std::string_view name)
{
    indent(m_open.size() - 1);
    m_text += name;
    m_is_line_start = false;
}

void Writer::word(std::string_view word)
{
    m_text += m_is_line_start ? "" : " ";
    m_text += word;
    m_is_line_start = false;
}

void Writer::number(double value)
{
    constexpr int digits = 15; // MapServer's; 0.1 + 0.2 needs two more
    auto const text = digits_of(value, std::chars_format::general, digits);
    word(reads_as(text, value) ? text : format_double(value));
}

void Writer::fixed_number(double value, int digits)
{
    auto const text = digits_of(value, std::chars_format::fixed, digits);
    if (reads_as(text, value)) {
        word(text);
    } else {
        number(value);
    }
}

void Writer::quoted_word(std::string_view text)
{
    word(in_quotes(text));
}

void Writer::pair(std::string_view key, std::string_view value)
{
    begin_line("");
    quoted_word(key);
    m_text += '\t';
    m_is_line_start = true;
    quoted_word(value);
    end_line();
}

void Writer::end_line()
{
    m_text += '\n';
}

} // namespace ms::mapfile
