// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Which class draws which feature.

#include "expr/bind.hpp"
#include "mapfile/model/layer.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ms::style {

/// The classes of a layer that can draw anything in this picture, in mapfile order, with their
/// expressions parsed. Immutable; part of a plan.
class ClassSelection {
public:
    struct Entry {
        std::size_t index = 0; ///< into Layer::classes
        expr::Expression condition;
        bool is_fallback = false;
    };

    /// \param class_group CLASSGROUP in force; when no class has it, all classes count
    /// \throws Error{BadMapfile} for an expression that does not parse; the message ends with its
    ///         text but has no file position: callers add it (Expression::at of the class)
    ClassSelection(mapfile::Layer const& layer, std::string_view class_group, double scale);

    [[nodiscard]] std::span<Entry const> entries() const noexcept { return m_entries; }
    /// Appends the attributes the conditions read, each once.
    void collect_fields(std::vector<std::string>& fields) const;

private:
    std::vector<Entry> m_entries;
};

/// An EXPRESSION or FILTER in any of its forms as one condition.
/// \param item CLASSITEM, FILTERITEM: what strings, regexes and lists are compared with
/// \throws Error{BadMapfile} when the form needs an item and there is none, or it does not parse
[[nodiscard]] expr::Expression condition_of(mapfile::Expression const& expression,
                                            std::string_view item);

/// A ClassSelection bound to the columns of a batch. Belongs to one thread.
class ClassIndex {
public:
    ClassIndex(ClassSelection const& selection, std::span<std::string const> columns);

    static constexpr std::int32_t no_class = -1;
    /// \param classes one entry per row: position in ClassSelection::entries(), or no_class
    void classify(feature::FeatureBatch const& batch, std::vector<std::int32_t>& classes);

private:
    struct Condition {
        std::int32_t position = 0;
        expr::Bound bound;
    };
    std::vector<Condition> m_conditions; ///< fallback classes last
    std::vector<std::uint32_t> m_open, m_taken;
};

} // namespace ms::style
