// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Makes rows of the keyword tables from pointers to members:
/// `value<&Style::min_size>("MINSIZE", at_least(0))`.

#include "mapfile/block.hpp"
#include "mapfile/values.hpp"

namespace ms::mapfile::row {

template <typename>
struct MemberTraits;

template <typename B, typename T>
struct MemberTraits<T B::*> {
    using Block = B;
    using Value = T;
};

template <auto member>
using BlockOf = typename MemberTraits<decltype(member)>::Block;
template <auto member>
using ValueOf = typename MemberTraits<decltype(member)>::Value;

/// A new block, whose values are the defaults that need not be written.
template <typename Block>
Block const& fresh()
{
    static Block const block{};
    return block;
}

template <auto member>
bool is_default(BlockOf<member> const& block)
{
    return block.*member == fresh<BlockOf<member>>().*member;
}

/// Whether a keyword is omitted when writing.
template <auto... members>
bool is_left_out(Writer const& out, auto const& block, KeywordFacts const& row)
{
    return (is_default<members>(block) && ...) && !(row.is_spelled_out && out.spells_out());
}

template <typename Block>
constexpr Keyword<Block> make(std::string_view name, Rule const& rule,
                              decltype(Keyword<Block>::read) read,
                              decltype(Keyword<Block>::write) write, bool opens_block = false)
{
    Keyword<Block> row;
    row.name = name;
    row.rule = rule;
    row.opens_block = opens_block;
    row.read = read;
    row.write = write;
    return row;
}

// Readers and writers that rows point to
// ------------------------------------------------------------

/// As if the value had been written `[attribute]`.
template <auto member>
void bind(BlockOf<member>& block, std::string const& attribute)
{
    block.*member = fresh<BlockOf<member>>().*member;
    (block.*member).attribute = attribute;
}

template <auto member>
void read_member(Reader& in, BlockOf<member>& block, Keyword<BlockOf<member>> const& row)
{
    if constexpr (requires { (block.*member).attribute; }) {
        (block.*member).value = (fresh<BlockOf<member>>().*member).value;
    }
    read_value(in, block.*member, row.rule);
}

template <auto member>
void write_member(Writer& out, BlockOf<member> const& block, Keyword<BlockOf<member>> const& row)
{
    if (!is_left_out<member>(out, block, row)) {
        out.begin_line(row.name);
        write_value(out, block.*member, row.rule);
        out.end_line();
    }
}

template <typename Block>
void write_rows(Writer& out, Block const& block)
{
    for (auto const& row : keywords<Block>().rows()) {
        if (row.write != nullptr) {
            row.write(out, block, row);
        }
    }
    if constexpr (requires { block.kept; }) {
        if (out.spells_out()) {
            return; // they have no effect, and MapServer does not write them
        }
        for (auto const& kept : block.kept) {
            out.begin_line(kept.keyword);
            out.word(kept.text);
            out.end_line();
        }
    }
}

template <typename Block>
void write_block(Writer& out, Block const& block)
{
    out.open(keywords<Block>().block());
    write_rows(out, block);
    out.close();
}

// Rows
// ----------------------------------------------------------------------------------------------

/// A keyword with one value.
template <auto member>
constexpr auto value(std::string_view name, Rule const& rule = {})
{
    return make<BlockOf<member>>(name, rule, read_member<member>, write_member<member>);
}

/// A value whose position is stored for later messages.
template <auto member, auto position>
constexpr auto value_with_place(std::string_view name, Rule const& rule = {})
{
    using Block = BlockOf<member>;
    return make<Block>(
        name, rule,
        [](Reader& in, Block& block, Keyword<Block> const& row) {
            block.*position = in.peek().at;
            read_member<member>(in, block, row);
        },
        write_member<member>);
}

/// A value with a flag that it is set, as its default is meaningful, too. Maps that are built and
/// not read need not set the flag for other values.
template <auto member, auto flag>
constexpr auto value_with_flag(std::string_view name, Rule const& rule = {})
{
    using Block = BlockOf<member>;
    return make<Block>(
        name, rule,
        [](Reader& in, Block& block, Keyword<Block> const& row) {
            read_member<member>(in, block, row);
            block.*flag = true;
        },
        [](Writer& out, Block const& block, Keyword<Block> const& row) {
            if (block.*flag || !is_left_out<member>(out, block, row)) {
                out.begin_line(row.name);
                write_value(out, block.*member, row.rule);
                out.end_line();
            }
        });
}

/// Two values: OFFSET x y. The second takes the rule's second limits.
template <auto first, auto second>
constexpr auto pair(std::string_view name, Rule const& rule = {})
{
    using Block = BlockOf<first>;
    return make<Block>(
        name, rule,
        [](Reader& in, Block& block, Keyword<Block> const& row) {
            auto second_row = row;
            second_row.rule.limits = row.rule.second_limits;
            read_member<first>(in, block, row);
            read_member<second>(in, block, second_row);
        },
        [](Writer& out, Block const& block, Keyword<Block> const& row) {
            if (!is_left_out<first, second>(out, block, row)) {
                out.begin_line(row.name);
                write_value(out, block.*first, row.rule);
                write_value(out, block.*second, row.rule);
                out.end_line();
            }
        });
}

/// A keyword without a value: its presence means true.
template <auto member>
constexpr auto flag(std::string_view name)
{
    using Block = BlockOf<member>;
    return make<Block>(
        name, {}, [](Reader&, Block& block, Keyword<Block> const&) { block.*member = true; },
        [](Writer& out, Block const& block, Keyword<Block> const& row) {
            if (block.*member) {
                out.begin_line(row.name);
                out.end_line();
            }
        });
}

/// DEBUG: ON is 1, OFF is 0.
template <auto member>
constexpr auto debug(std::string_view name)
{
    using Block = BlockOf<member>;
    return make<Block>(
        name, between(0, 5),
        [](Reader& in, Block& block, Keyword<Block> const& row) {
            if (in.is_kind(TokenKind::Word)) {
                bool is_on = false;
                read_value(in, is_on, row.rule);
                block.*member = is_on ? 1 : 0;
            } else {
                read_value(in, block.*member, row.rule);
            }
        },
        write_member<member>);
}

/// A keyword that may be given again and again: PROCESSING.
template <auto member>
constexpr auto repeated(std::string_view name)
{
    using Block = BlockOf<member>;
    return make<Block>(
        name, {},
        [](Reader& in, Block& block, Keyword<Block> const&) {
            (block.*member).push_back(in.string());
        },
        [](Writer& out, Block const& block, Keyword<Block> const& row) {
            for (auto const& text : block.*member) {
                out.begin_line(row.name);
                out.quoted_word(text);
                out.end_line();
            }
        });
}

/// Content up to an END that is not a block of keywords: METADATA, PATTERN, POINTS.
template <auto member>
constexpr auto list(std::string_view name)
{
    using Block = BlockOf<member>;
    return make<Block>(
        name, {},
        [](Reader& in, Block& block, Keyword<Block> const&) { read_list(in, block.*member); },
        [](Writer& out, Block const& block, Keyword<Block> const& row) {
            if (!is_default<member>(block)) {
                write_list(out, row.name, block.*member);
            }
        },
        true);
}

/// A block that exists once; a second one continues the first.
template <auto member>
constexpr auto block(std::string_view name)
{
    using Block = BlockOf<member>;
    return make<Block>(
        name, {},
        [](Reader& in, Block& outer, Keyword<Block> const&) { read_block(in, outer.*member); },
        [](Writer& out, Block const& outer, Keyword<Block> const& row) {
            if (!is_left_out<member>(out, outer, row)) {
                write_block(out, outer.*member);
            }
        },
        true);
}

/// A block with a flag that it is set.
template <auto member, auto flag>
constexpr auto block_with_flag(std::string_view name)
{
    using Block = BlockOf<member>;
    return make<Block>(
        name, {},
        [](Reader& in, Block& outer, Keyword<Block> const&) {
            outer.*flag = true;
            read_block(in, outer.*member);
        },
        [](Writer& out, Block const& outer, Keyword<Block> const& row) {
            if (outer.*flag || (row.is_spelled_out && out.spells_out())) {
                write_block(out, outer.*member);
            }
        },
        true);
}

/// A block that may be missing.
template <auto member>
constexpr auto optional_block(std::string_view name)
{
    using Block = BlockOf<member>;
    return make<Block>(
        name, {},
        [](Reader& in, Block& outer, Keyword<Block> const&) {
            read_block(in, (outer.*member).emplace());
        },
        [](Writer& out, Block const& outer, Keyword<Block> const&) {
            if (outer.*member) {
                write_block(out, *(outer.*member));
            }
        },
        true);
}

/// A block that may be given again and again: LAYER, CLASS, STYLE.
template <auto member>
constexpr auto blocks(std::string_view name)
{
    using Block = BlockOf<member>;
    return make<Block>(
        name, {},
        [](Reader& in, Block& outer, Keyword<Block> const&) {
            read_block(in, (outer.*member).emplace_back());
        },
        [](Writer& out, Block const& outer, Keyword<Block> const&) {
            for (auto const& inner : outer.*member) {
                write_block(out, inner);
            }
        },
        true);
}

/// MapServer accepts and ignores it: stored verbatim.
template <typename Block>
constexpr auto ignored(std::string_view name)
{
    auto row = make<Block>(
        name, {},
        [](Reader& in, Block& block, Keyword<Block> const& self) {
            Position const at = in.keyword_at();
            block.kept.push_back({std::string{self.name}, in.take_any_value(), at});
        },
        nullptr);
    row.support = Support::Ignored;
    return row;
}

/// MapServer 8 does not accept it any more. `read` applies its old meaning.
template <typename Block>
constexpr auto removed(std::string_view name, std::string_view advice,
                       decltype(Keyword<Block>::read) read)
{
    auto row = make<Block>(name, {}, read, nullptr);
    row.support = Support::Removed;
    row.advice = advice;
    return row;
}

/// MapServer 8 does not accept it any more, and it has no meaning now.
template <typename Block>
constexpr auto removed(std::string_view name, std::string_view advice)
{
    return removed<Block>(name, advice,
                          [](Reader& in, Block&, Keyword<Block> const&) { in.take_any_value(); });
}

/// The same for a list up to an END.
template <typename Block>
constexpr auto removed_list(std::string_view name, std::string_view advice,
                            decltype(Keyword<Block>::read) read)
{
    auto row = removed<Block>(name, advice, read);
    row.opens_block = true;
    return row;
}

} // namespace ms::mapfile::row
