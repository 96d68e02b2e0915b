// SPDX-License-Identifier: MIT
#include "base/similar.hpp"

#include "base/string.hpp"

#include <algorithm>
#include <vector>

namespace ms {

namespace {

constexpr std::size_t max_length = 60; ///< of names; longer texts have no similar names

} // namespace

std::size_t edit_distance(std::string_view a, std::string_view b)
{
    auto const from = to_lower(a);
    auto const to = to_lower(b);
    std::vector<std::size_t> before(to.size() + 1); // two rows above, one above, this one
    std::vector<std::size_t> above(to.size() + 1);
    std::vector<std::size_t> row(to.size() + 1);
    for (std::size_t j = 0; j <= to.size(); ++j) {
        row[j] = j;
    }
    for (std::size_t i = 1; i <= from.size(); ++i) {
        before.swap(above);
        above.swap(row);
        row[0] = i;
        for (std::size_t j = 1; j <= to.size(); ++j) {
            auto const replaced = above[j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
            if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1]) {
                row[j] = std::min(row[j], before[j - 2] + 1);
            }
        }
    }
    return row[to.size()];
}

std::string_view most_similar(std::string_view name, std::span<std::string_view const> known)
{
    std::string_view nearest;
    auto best = (std::min(name.size(), max_length) + 2) / 3; // less than this
    best = std::max<std::size_t>(best, name.size() > 2 ? 2 : 1);
    for (auto const candidate : known) {
        auto const difference = candidate.size() > name.size() ? candidate.size() - name.size()
                                                               : name.size() - candidate.size();
        if (candidate.empty() || candidate.size() > max_length || difference >= best) {
            continue;
        }
        if (auto const distance = edit_distance(name, candidate); distance < best) {
            best = distance;
            nearest = candidate;
        }
    }
    return nearest;
}

std::string suggestion(std::string_view name, std::span<std::string_view const> known)
{
    auto const nearest = most_similar(name, known);
    return nearest.empty() ? std::string{} : "; did you mean " + std::string{nearest} + '?';
}

} // namespace ms
