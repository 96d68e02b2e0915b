// SPDX-License-Identifier: MIT
#include "mapfile/writer.hpp"

#include "mapfile/keyword_rows.hpp"

namespace ms::mapfile {

namespace {

template <typename Block>
std::string text_of(Block const& block)
{
    Writer out;
    row::write_block(out, block);
    return out.text();
}

} // namespace

std::string write(Map const& map)
{
    return text_of(map);
}

std::string write(Layer const& layer)
{
    return text_of(layer);
}

std::string write(Class const& klass)
{
    return text_of(klass);
}

std::string write(Style const& style)
{
    return text_of(style);
}

std::string write(Label const& label)
{
    return text_of(label);
}

std::string write_symbol_set(std::span<Symbol const> symbols)
{
    return text_of(SymbolSet{.symbols = {symbols.begin(), symbols.end()}});
}

} // namespace ms::mapfile
