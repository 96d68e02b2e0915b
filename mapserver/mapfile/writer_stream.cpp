// SPDX-License-Identifier: MIT
#include "mapfile/writer_stream.hpp"

#include "base/string.hpp"
#include "mapfile/quote.hpp"

namespace ms::mapfile {

void Writer::indent()
{
    m_text.append(2 * m_open.size(), ' ');
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
    begin_line("END # ");
    m_text += name;
    end_line();
}

void Writer::begin_line(std::string_view name)
{
    indent();
    m_text += name;
    m_is_line_start = name.empty();
}

void Writer::word(std::string_view word)
{
    m_text += m_is_line_start ? "" : " ";
    m_text += word;
    m_is_line_start = false;
}

void Writer::number(double value)
{
    word(format_double(value));
}

void Writer::quoted_word(std::string_view text)
{
    word(in_quotes(text));
}

void Writer::end_line()
{
    m_text += '\n';
}

} // namespace ms::mapfile
