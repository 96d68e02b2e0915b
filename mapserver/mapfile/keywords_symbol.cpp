// SPDX-License-Identifier: MIT
// The keywords of SYMBOL and of symbol set files.
#include "mapfile/keyword_rows.hpp"

namespace ms::mapfile {

namespace {

constexpr std::string_view belongs_in_style = "write it in the STYLE that uses the symbol";

/// CARTOLINE became nothing: lines have their pattern in the STYLE.
void read_type(Reader& in, Symbol& symbol, Keyword<Symbol> const& row)
{
    if (in.is_word("CARTOLINE")) {
        in.old_spelling(in.peek().at,
                        "TYPE CARTOLINE is no longer part of the language; it is read "
                        "as SIMPLE");
        in.next();
        symbol.type = SymbolType::Simple;
    } else {
        read_value(in, symbol.type, row.rule);
    }
}

/// MapServer writes it for every image.
void write_transparent(Writer& out, Symbol const& symbol, Keyword<Symbol> const& row)
{
    bool const is_set = symbol.transparent >= 0;
    if (is_set || (out.spells_out() && symbol.type == SymbolType::Pixmap)) {
        out.begin_line(row.name);
        write_value(out, is_set ? symbol.transparent : 0, row.rule);
        out.end_line();
    }
}

void skip_to_end(Reader& in, Symbol&, Keyword<Symbol> const&)
{
    std::vector<double> pattern;
    read_list(in, pattern);
}

constexpr Keyword<Symbol> symbol_rows[]{
    row::value<&Symbol::name>("NAME"),
    row::make<Symbol>("TYPE", {}, read_type, row::write_member<&Symbol::type>).spelled_out(),
    row::value<&Symbol::character>("CHARACTER"),
    row::value<&Symbol::filled>("FILLED", {.words = YesNo::TrueFalse}),
    row::value<&Symbol::font>("FONT"),
    row::value<&Symbol::image>("IMAGE"),
    row::pair<&Symbol::anchor_x, &Symbol::anchor_y>(
        "ANCHORPOINT", {.limits = {.min = 0, .max = 1}, .second_limits = {.min = 0, .max = 1}}),
    row::make<Symbol>("TRANSPARENT", between(0, 255), row::read_member<&Symbol::transparent>,
                      write_transparent)
        .without_effect(), // as in MapServer 8: images define their own transparency
    row::list<&Symbol::points>("POINTS"),

    row::ignored<Symbol>("ANTIALIAS"),

    row::removed<Symbol>("GAP", belongs_in_style),
    row::removed<Symbol>("LINECAP", belongs_in_style),
    row::removed<Symbol>("LINEJOIN", belongs_in_style),
    row::removed<Symbol>("LINEJOINMAXSIZE", belongs_in_style),
    row::removed<Symbol>("POSITION", belongs_in_style),
    row::removed_list<Symbol>("STYLE", "write a PATTERN in the STYLE that uses the symbol",
                              skip_to_end),
    row::removed_list<Symbol>("PATTERN", belongs_in_style, skip_to_end),
};

/// A symbol set may include whole others.
void read_symbol_set(Reader& in, SymbolSet& set, Keyword<SymbolSet> const&)
{
    read_block(in, set);
}

constexpr Keyword<SymbolSet> symbol_set_rows[]{
    row::blocks<&SymbolSet::symbols>("SYMBOL"),
    row::make<SymbolSet>("SYMBOLSET", {}, read_symbol_set, nullptr, true),
};

} // namespace

template <>
KeywordTable<Symbol> const& keywords<Symbol>()
{
    static KeywordTable<Symbol> const table{"SYMBOL", symbol_rows};
    return table;
}

template <>
KeywordTable<SymbolSet> const& keywords<SymbolSet>()
{
    static KeywordTable<SymbolSet> const table{"SYMBOLSET", symbol_set_rows};
    return table;
}

} // namespace ms::mapfile
