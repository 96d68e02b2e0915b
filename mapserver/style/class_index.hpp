// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds the class that draws a feature.

#include "base/budget.hpp"
#include "expr/bind.hpp"
#include "mapfile/condition.hpp"
#include "mapfile/expressions.hpp"
#include "mapfile/model/layer.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ms::style {

/// The classes of a layer that can draw anything in this image, in mapfile order, with their
/// expressions parsed. Immutable; part of a plan.
class ClassSelection {
public:
    struct Entry {
        std::size_t index = 0; ///< into Layer::classes
        expr::Expression condition;
        bool is_fallback = false;
        bool passes_on = false;     ///< draws nothing: what it matches goes to the classes after it
        std::uint32_t rule_set = 0; ///< of the class
    };

    /// \param class_group the active CLASSGROUP; all classes apply if no class has it
    /// \param expressions of the layer's map
    /// \throws Error{BadMapfile} for an unknown RENDERMODE, without a file position
    /// A class whose EXPRESSION does not parse matches no feature, as in MapServer: see faults().
    ClassSelection(mapfile::Layer const& layer, std::string_view class_group, double scale,
                   mapfile::Expressions const& expressions = {});

    [[nodiscard]] std::span<Entry const> entries() const noexcept { return m_entries; }
    struct Fault {
        std::size_t index = 0; ///< into Layer::classes
        std::string message;
    };
    /// The classes that take no feature because of their EXPRESSION.
    [[nodiscard]] std::span<Fault const> faults() const noexcept { return m_faults; }
    /// PROCESSING "RENDERMODE=ALL_MATCHING_CLASSES": every matching class draws a feature, and
    /// fallback classes if none of their set matches; otherwise only the first does.
    [[nodiscard]] bool draws_all_matching() const noexcept { return m_draws_all; }
    /// Appends the attributes the conditions read, each once.
    void collect_fields(std::vector<std::string>& fields) const;

    /// As MapServer draws: features of a class with STATUS OFF go to the next one that matches, but
    /// to none that is a FALLBACK. In the results of queries such a class keeps its features.
    void pass_on_what_is_off(mapfile::Layer const& layer) noexcept;
    /// As MapServer counts what a legend of the map shows.
    void keep_what_is_off() noexcept;

    /// Whether a condition reads [shape].
    [[nodiscard]] bool uses_shape() const noexcept;

private:
    std::vector<Entry> m_entries;
    std::vector<Fault> m_faults;
    bool m_draws_all = false;
};

using mapfile::condition_of;

/// A ClassSelection bound to the columns of a batch. Belongs to one thread.
class ClassIndex {
public:
    ClassIndex(ClassSelection const& selection, std::span<std::string const> columns,
               expr::Environment environment = {});

    static constexpr std::int32_t no_class = -1;
    /// \param classes one entry per row: position in ClassSelection::entries(), or no_class
    void classify(feature::FeatureBatch const& batch, std::vector<std::int32_t>& classes);
    /// \param rounds at least one; rounds[k] has an entry per row as above: the k-th class that
    ///        draws it. Only one round unless all matching classes draw.
    void classify(feature::FeatureBatch const& batch,
                  std::vector<std::vector<std::int32_t>>& rounds);

    /// \param budget is worked on, once for each class and batch; must outlive the object
    void set_budget(Budget& budget) noexcept { m_budget = &budget; }

private:
    struct Condition {
        std::int32_t position = 0;
        expr::Bound bound;
        bool is_fallback = false;
        bool passes_on = false;
        std::uint32_t rule_set = 0;
    };
    /// Removes the rows that do not match a class. \param rows its candidates
    void select(Condition& condition, feature::FeatureBatch const& batch,
                std::vector<std::uint32_t>& rows);
    void classify_all(feature::FeatureBatch const& batch,
                      std::vector<std::vector<std::int32_t>>& rounds);

    std::vector<Condition> m_conditions; ///< fallback classes last, in each set if all draw
    bool m_draws_all = false;
    Budget* m_budget = nullptr;
    std::vector<std::uint32_t> m_open, m_taken;
    std::vector<std::uint32_t> m_depths; ///< number of classes that match a row
    std::vector<bool> m_passed;          ///< whether a class has passed a row on
    std::vector<bool> m_in_set;          ///< whether a class of the set matches a row
};

} // namespace ms::style
