// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads and writes blocks of a mapfile as text.

#include "mapfile/model/map.hpp"
#include "mapfile/problem.hpp"
#include "script/constants.hpp"
#include "script/error.hpp"
#include "script/node.hpp"

#include <string>
#include <type_traits>
#include <vector>

namespace ms::script {

/// Whether a block is written at all: an empty CLUSTER and a REFERENCE without an image are not.
template <typename Block>
[[nodiscard]] bool is_set(Block const& block)
{
    if constexpr (std::is_same_v<Block, mapfile::Reference>) {
        return !block.image.empty();
    } else if constexpr (std::is_same_v<Block, mapfile::Cluster>) {
        return block != Block{};
    } else {
        return true;
    }
}

/// A map, or one of the blocks in it, as a text.
template <typename Block>
struct Snippet {
    /// Reads "STYLE ... END" into a block, over its present values.
    /// \throws Failure{MS_IDENTERR} with all errors, MS_EOFERR if the text has no block or its END
    /// is missing
    static void read(Text const& snippet, Block& block, char const* routine);
    [[nodiscard]] static std::string text_of(Block const& block);
};

/// "STYLE ... END" over the present values of a part.
template <Part Object>
int update_from_string(Object& part, Text const& snippet, char const* routine)
{
    auto block = part.current();
    Snippet<BlockOf<Object>>::read(snippet, block, routine);
    part.lift(std::move(block));
    return MS_SUCCESS;
}

/// A part as in a mapfile; "" for one that is not set.
template <Part Object>
[[nodiscard]] Text text_of(Object& part)
{
    auto const block = part.current();
    return is_set(block) ? Snippet<BlockOf<Object>>::text_of(block) : "";
}

/// The failure for errors of a text: MS_EOFERR if it is truncated, else MS_IDENTERR.
[[nodiscard]] Failure parse_failure(std::vector<mapfile::Problem> const& problems,
                                    char const* routine);

/// Parses an EXPRESSION, FILTER or TEXT: "string", /regex/, {list} or (condition).
/// \throws Failure{MS_PARSEERR} for brackets and quotes that are not closed
[[nodiscard]] mapfile::Expression read_expression(Text const& text, char const* routine);

/// Sets an EXPRESSION, FILTER or TEXT of a part.
template <Part Object>
int set_expression(Object& part, mapfile::Expression& expression, Text const& text,
                   char const* routine)
{
    expression = read_expression(text, routine);
    part.touch();
    return MS_SUCCESS;
}

} // namespace ms::script
