// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses lists of names in requests: LAYERS, QUERY_LAYERS, sortby ...

#include <cstddef>
#include <string_view>
#include <vector>

namespace ms::ows {

/// Maximum of names in a parameter: each of them is searched in all layers of a map.
inline constexpr std::size_t longest_name_list = 1000;

/// The names between commas. \throws ServiceException if there are too many
[[nodiscard]] std::vector<std::string_view> split_names(std::string_view list,
                                                        std::string_view parameter);

/// The same, each once (without case): where a name twice means no more than once.
[[nodiscard]] std::vector<std::string_view> split_unique_names(std::string_view list,
                                                               std::string_view parameter);

/// Appends the words between blanks. \throws ServiceException if there are too many in all
void append_words(std::string_view list, std::string_view parameter,
                  std::vector<std::string_view>& words);

} // namespace ms::ows
