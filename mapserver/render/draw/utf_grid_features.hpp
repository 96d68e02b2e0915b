// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Numbers the features of a UTFGrid, with their keys and data.

#include "base/budget.hpp"
#include "expr/bind.hpp"
#include "feature/batch.hpp"
#include "render/plan/plan_state.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace ms::render {

/// The features of one layer, by their numbers from 1. What it keeps is charged to the budget.
class UtfGridFeatures {
public:
    /// \param step, budget must outlive the object
    /// \throws Error{BadMapfile} for attributes that are not fetched
    UtfGridFeatures(VectorStep const& step, UtfGridFormat const& format, Budget& budget);

    /// The number of a feature that is drawn next: a new one, or with DUPLICATES=FALSE that of the
    /// features with the same UTFITEM. \throws Error{Limit} for more than a grid can show
    [[nodiscard]] std::uint32_t number_of(feature::FeatureBatch const& batch, std::size_t row);

    [[nodiscard]] std::size_t size() const noexcept { return m_data.size(); }
    /// UTFITEM's value; nullopt: the layer has no UTFITEM.
    [[nodiscard]] std::optional<std::string_view> key(std::uint32_t number) const;
    /// UTFDATA's value, JSON; "": none.
    [[nodiscard]] std::string_view data(std::uint32_t number) const { return m_data[number - 1]; }
    /// Features whose UTFDATA is not valid JSON; they have none.
    [[nodiscard]] std::size_t invalid() const noexcept { return m_invalid; }

private:
    [[nodiscard]] std::string data_of(feature::FeatureBatch const& batch, std::size_t row);
    [[nodiscard]] feature::FeatureBatch const& escaped(feature::FeatureBatch const& batch,
                                                       std::size_t row);

    Budget& m_budget;
    bool m_has_duplicates;
    bool m_escapes_values = false; ///< UTFDATA is a text with [attributes]
    std::optional<std::size_t> m_item;
    std::optional<expr::Bound> m_expression;
    feature::FeatureBatch m_escaped; ///< one row
    std::vector<std::string> m_keys;
    std::vector<std::string> m_data;
    std::unordered_map<std::string, std::uint32_t> m_numbers; ///< by key, without duplicates
    std::size_t m_invalid = 0;
};

} // namespace ms::render
