// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads any block with its keyword table.

#include "mapfile/keywords.hpp"
#include "mapfile/reader.hpp"

#include <string_view>
#include <vector>

namespace ms::mapfile {

template <typename Block>
[[nodiscard]] bool is_keyword_of(std::string_view word)
{
    return keywords<Block>().find(word) != nullptr;
}

/// For messages about unknown words.
template <typename Block>
[[nodiscard]] std::vector<std::string_view> keyword_names()
{
    std::vector<std::string_view> names;
    for (auto const& row : keywords<Block>().rows()) {
        if (row.support != Support::Removed) {
            names.push_back(row.name);
        }
    }
    return names;
}

template <typename Block>
[[nodiscard]] bool opens_block_in(std::string_view word)
{
    auto const* row = keywords<Block>().find(word);
    return row != nullptr && row->opens_block;
}

/// Reads one keyword with its value, which must be next; reports errors in it.
template <typename Block>
void read_keyword(Reader& in, Block& block)
{
    Token const token = in.next();
    auto const* row = token.kind == TokenKind::Word ? keywords<Block>().find(token.text) : nullptr;
    if (row == nullptr) {
        return in.unknown_keyword(token);
    }
    in.begin_keyword(token, *row);
    try {
        row->read(in, block, *row);
    } catch (ReadError const& problem) {
        in.error(problem.at, problem.message);
        if (row->opens_block) {
            in.recover_from_list();
        } else {
            in.recover();
        }
    }
}

/// Reads the keywords of a block after its first word, up to its END.
template <typename Block>
void read_block(Reader& in, Block& block)
{
    auto const& table = keywords<Block>();
    Position const at = in.keyword_at();
    in.enter_block(table.block(), is_keyword_of<Block>, opens_block_in<Block>,
                   keyword_names<Block>);
    block.at = at;
    while (!in.is_word("END")) {
        if (in.is_kind(TokenKind::EndOfText) || in.is_at_block_of_outside()) {
            in.unclosed_block();
            return in.leave_block();
        }
        read_keyword(in, block);
    }
    in.next();
    in.leave_block();
}

} // namespace ms::mapfile
