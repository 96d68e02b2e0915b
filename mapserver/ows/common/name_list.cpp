// SPDX-License-Identifier: MIT
#include "ows/common/name_list.hpp"

#include "base/string.hpp"
#include "ows/common/service_exception.hpp"

#include <algorithm>
#include <string>
#include <unordered_set>

namespace ms::ows {

namespace {

/// Before the list is taken apart, which costs more memory than the list.
void check_length(std::size_t length, std::string_view parameter)
{
    if (length > longest_name_list) {
        throw ServiceException{"InvalidParameterValue",
                               "Too many values in " + std::string{parameter} + ": at most " +
                                   std::to_string(longest_name_list) + " are taken."};
    }
}

} // namespace

std::vector<std::string_view> split_names(std::string_view list, std::string_view parameter)
{
    check_length(static_cast<std::size_t>(std::ranges::count(list, ',')) + 1, parameter);
    return split(list, ',');
}

std::vector<std::string_view> split_unique_names(std::string_view list, std::string_view parameter)
{
    auto names = split_names(list, parameter);
    std::unordered_set<std::string> seen;
    std::erase_if(names,
                  [&](std::string_view name) { return !seen.insert(to_lower(name)).second; });
    return names;
}

void append_words(std::string_view list, std::string_view parameter,
                  std::vector<std::string_view>& words)
{
    constexpr std::size_t longest_blank_text = std::size_t{256} << 10U;
    check_length(list.size() > longest_blank_text ? list.size() : 0, parameter);
    std::ranges::copy(split_words(list), std::back_inserter(words));
    check_length(words.size(), parameter);
}

} // namespace ms::ows
