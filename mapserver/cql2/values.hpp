// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Translates a filter's terms to values: properties, literals, and computations on them.

#include "cql2/context.hpp"
#include "cql2/term.hpp"
#include "expr/node.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace ms::cql2 {

/// The value of a name; nullptr if it is unknown.
template <typename Value, std::size_t n>
Value const* find(std::array<std::pair<std::string_view, Value>, n> const& table,
                  std::string_view name)
{
    auto const* const row =
        std::ranges::find(table, name, &std::pair<std::string_view, Value>::first);
    return row == table.end() ? nullptr : &row->second;
}

/// A client's text, shortened for messages.
[[nodiscard]] std::string shown(std::string const& name);
/// \throws Error{BadRequest} that names the function, as MapServer does
[[noreturn]] void unhandled(Term const& term);
/// \throws Error{BadRequest} when an operation has another number of arguments
void check_count(Term const& term, std::size_t count);

[[nodiscard]] expr::NodePtr text_literal(std::string value);
/// An attribute whose NULL makes conditions unknown.
[[nodiscard]] expr::NodePtr attribute(std::string name, expr::Type type);

/// All throw Error{BadRequest} for what cannot be translated.
class Values {
public:
    /// \param context must outlive the values
    explicit Values(Context const& context) : m_context(context) {}

    [[nodiscard]] Queryable queryable(Term const& property) const;
    /// The type of a property or literal; Number or Text of computed values, Boolean of conditions;
    /// nullopt of lists, intervals and unknown functions.
    [[nodiscard]] std::optional<expr::Type> type_of(Term const& term) const;
    /// Reads a literal in the type of the property beside it.
    [[nodiscard]] expr::NodePtr value(Term const& term, Term const& beside) const;
    [[nodiscard]] expr::NodePtr text(Term const& term) const;
    [[nodiscard]] expr::NodePtr number(Term const& term) const;
    /// A property, date or timestamp.
    [[nodiscard]] expr::NodePtr moment(Term const& term) const;

private:
    [[nodiscard]] bool is_property_of(expr::Type type, Term const& term) const;
    [[nodiscard]] expr::NodePtr property(Term const& term) const;
    [[nodiscard]] std::string time_attribute(Term const& term) const;
    [[nodiscard]] expr::NodePtr computed(Term const& term) const;

    Context const& m_context;
};

} // namespace ms::cql2
