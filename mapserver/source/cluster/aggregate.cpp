// SPDX-License-Identifier: MIT
#include "source/cluster/aggregate.hpp"

#include "base/string.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace ms::source::cluster {

namespace {

constexpr std::array names{
    std::pair<std::string_view, Aggregate>{"Cluster_FeatureCount", Aggregate::FeatureCount},
    std::pair<std::string_view, Aggregate>{"Cluster:FeatureCount", Aggregate::FeatureCount},
    std::pair<std::string_view, Aggregate>{"Cluster_Group", Aggregate::Group},
    std::pair<std::string_view, Aggregate>{"Cluster:Group", Aggregate::Group},
    std::pair<std::string_view, Aggregate>{"Cluster_BaseFID", Aggregate::BaseFid},
    std::pair<std::string_view, Aggregate>{"Cluster:BaseFID", Aggregate::BaseFid},
};

constexpr std::array prefixes{
    std::pair<std::string_view, Aggregate>{"Min:", Aggregate::Min},
    std::pair<std::string_view, Aggregate>{"Max:", Aggregate::Max},
    std::pair<std::string_view, Aggregate>{"Sum:", Aggregate::Sum},
    std::pair<std::string_view, Aggregate>{"Avg:", Aggregate::Avg},
    std::pair<std::string_view, Aggregate>{"Count:", Aggregate::Count},
};

} // namespace

Item parse_item(std::string_view name)
{
    for (auto const& [spelling, meaning] : names) {
        if (equals_ignoring_case(name, spelling)) {
            return {meaning, {}};
        }
    }
    for (auto const& [prefix, meaning] : prefixes) {
        if (name.size() > prefix.size() &&
            equals_ignoring_case(name.substr(0, prefix.size()), prefix)) {
            return {meaning, std::string{name.substr(prefix.size())}};
        }
    }
    return {Aggregate::Base, std::string{name}};
}

std::optional<std::string> aggregate(Aggregate how, feature::TextColumn const& column,
                                     std::span<std::uint32_t const> rows)
{
    std::size_t values = 0;
    std::size_t numbers = 0;
    double sum = 0;
    double low = 0;
    double high = 0;
    for (auto const row : rows) {
        values += column.is_null(row) ? 0U : 1U;
        auto const number = column.is_null(row) ? std::nullopt : parse_double(trim(column[row]));
        if (number) {
            low = numbers == 0 ? *number : std::min(low, *number);
            high = numbers == 0 ? *number : std::max(high, *number);
            sum += *number;
            ++numbers;
        }
    }
    if (how == Aggregate::Count) {
        return std::to_string(values);
    }
    if (numbers == 0) {
        return std::nullopt;
    }
    switch (how) {
    case Aggregate::Min:
        return format_double(low);
    case Aggregate::Max:
        return format_double(high);
    case Aggregate::Avg:
        return format_double(sum / static_cast<double>(numbers));
    default:
        return format_double(sum);
    }
}

} // namespace ms::source::cluster
