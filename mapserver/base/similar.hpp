// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Which known name a mistyped one may stand for.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace ms {

/// How many letters to insert, leave out, replace or swap with their neighbour to get from one text
/// to the other (optimal string alignment distance), without the case of ASCII letters.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// Of the known names the one that is nearest, of equally near ones the first; "" where none is
/// near: one mistake in three letters is too many.
[[nodiscard]] std::string_view most_similar(std::string_view name,
                                            std::span<std::string_view const> known);

/// "; did you mean NAME?" to be put behind a message, or "".
[[nodiscard]] std::string suggestion(std::string_view name,
                                     std::span<std::string_view const> known);

} // namespace ms
