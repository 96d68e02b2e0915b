// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Compiles trees for fast evaluation: names become column numbers, patterns are compiled, and
/// comparisons of one column with constants become a single lookup.

#include "expr/column_tests.hpp"
#include "expr/node.hpp"
#include "expr/row.hpp"

#include <memory>
#include <span>
#include <string>

namespace ms::geometry {
class ShapeOperations;
}

namespace ms::expr {

/// The compiled parts are independent of the tree. All functions throw Error{BadMapfile} for an
/// unknown attribute and for javascript().
class Compiler {
public:
    /// \param columns names of FeatureBatch::attributes; must outlive the compiler
    /// \param compares_starts times are compared with the first moment of a day or month
    explicit Compiler(std::span<std::string const> columns, bool compares_starts = false)
        : m_columns(columns), m_compares_starts(compares_starts)
    {}

    [[nodiscard]] ConditionPtr condition(Node const& node) const;
    [[nodiscard]] NumberPtr number(Node const& node) const;
    [[nodiscard]] TextPtr text(Node const& node) const;
    [[nodiscard]] ShapePtr shape(Node const& node) const;

private:
    [[nodiscard]] std::size_t column_of(Attribute const& attribute) const;

    // Conditions
    [[nodiscard]] ConditionPtr operation(Operation const& operation) const;
    [[nodiscard]] ConditionPtr any_of(std::vector<NodePtr> const& operands) const;
    [[nodiscard]] ConditionPtr all_of(std::vector<NodePtr> const& operands) const;
    [[nodiscard]] ConditionPtr compare(Operation const& operation) const;
    [[nodiscard]] ConditionPtr compare_numbers(Operation const& operation) const;
    [[nodiscard]] ConditionPtr compare_texts(Operation const& operation) const;
    [[nodiscard]] ConditionPtr compare_times(Operation const& operation) const;
    [[nodiscard]] ConditionPtr is_in(Operation const& operation) const;
    [[nodiscard]] ConditionPtr is_in(Attribute const& attribute, Interval interval) const;
    template <typename Test>
    [[nodiscard]] ConditionPtr on_text(Node const& node, Test test) const;
    template <typename Test>
    [[nodiscard]] ConditionPtr on_column(Attribute const& attribute, Test test) const;

    // Numbers and texts
    [[nodiscard]] NumberPtr calculation(Operation const& operation) const;
    [[nodiscard]] NumberPtr number_call(Call const& call) const;
    [[nodiscard]] TextPtr sum_of_texts(Operation const& operation) const;
    [[nodiscard]] TextPtr text_call(Call const& call) const;

    // Shapes
    [[nodiscard]] std::shared_ptr<geometry::ShapeOperations> const& operations() const;
    [[nodiscard]] ConditionPtr predicate(Call const& call) const;
    [[nodiscard]] ShapePtr shape_call(Call const& call) const;
    [[nodiscard]] ShapePtr smoothed(Call const& call, ShapePtr inner) const;

    std::span<std::string const> m_columns;
    bool m_compares_starts;
    mutable std::shared_ptr<geometry::ShapeOperations> m_operations; ///< made when needed
};

} // namespace ms::expr
