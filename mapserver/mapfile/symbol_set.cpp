// SPDX-License-Identifier: MIT
#include "mapfile/symbol_set.hpp"

#include "base/base64.hpp"
#include "mapfile/block.hpp"
#include "mapfile/text_file.hpp"

namespace ms::mapfile {

std::vector<Symbol> read_symbol_set(std::filesystem::path const& path, Provenance& origin,
                                    ProblemList& problems, bool is_strict)
{
    TokenStream tokens{origin, problems, true};
    tokens.open_text(read_text_file(path), path);
    Reader in{tokens, problems, is_strict};
    std::vector<Symbol> symbols;
    if (!in.is_word("SYMBOLSET")) {
        problems.error(in.peek().at, "a symbol set begins with SYMBOLSET");
        return symbols;
    }
    in.begin_keyword(in.next(), {.name = "SYMBOLSET"});
    SymbolSet set;
    read_block(in, set);
    for (auto& symbol : set.symbols) {
        resolve_image(symbol, path.parent_path());
    }
    return std::move(set.symbols);
}

void resolve_image(Symbol& symbol, std::filesystem::path const& directory)
{
    if (!symbol.image.empty() && !from_data_url(symbol.image)) {
        symbol.image_path = (directory / symbol.image).lexically_normal();
    }
}

} // namespace ms::mapfile
