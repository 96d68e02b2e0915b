// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds the known name that a mistyped one resembles.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace ms {

/// The number of letters to insert, remove, replace or swap with their neighbour to get from one
/// text to the other (optimal string alignment distance), ignoring the case of ASCII letters.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// The nearest of the known names, of equally near ones the first; "" if none is near: one mistake
/// in three letters is too many.
[[nodiscard]] std::string_view most_similar(std::string_view name,
                                            std::span<std::string_view const> known);

/// "; did you mean NAME?" for the end of a message, or "".
[[nodiscard]] std::string suggestion(std::string_view name,
                                     std::span<std::string_view const> known);

} // namespace ms
