// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Evaluates the expressions of a template.

#include "base/budget.hpp"
#include "inja/tree.hpp"

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace ms::inja {

/// A reference to a value, or a computed one.
class Value {
public:
    Value(Json const* lying) : m_lying(lying) {}
    Value(Json calculated) : m_calculated(std::move(calculated)) {}

    [[nodiscard]] Json const& get() const noexcept { return m_lying ? *m_lying : m_calculated; }
    [[nodiscard]] bool is_calculated() const noexcept { return m_lying == nullptr; }
    [[nodiscard]] Json take() &&
    {
        if (m_lying != nullptr) {
            return *m_lying;
        }
        return std::move(m_calculated);
    }

private:
    Json const* m_lying = nullptr;
    Json m_calculated;
};

/// A loop that is being run.
struct Loop {
    std::string_view key;   ///< name of the variable; empty in loops over arrays
    std::string_view value; ///< name of the variable
    Json key_now;
    Json const* value_now = nullptr;
    std::size_t index = 0;
    std::size_t size = 0;
};

/// The values of names: variables of loops, those of {% set %}, and the data of the page.
struct Scope {
    Json const& data;
    Json locals = Json::object();
    std::vector<Loop> loops{}; ///< the innermost last
};

/// Evaluates expressions of one template.
class Evaluator {
public:
    /// All must outlive the evaluator. \param budget charged for computed values
    Evaluator(Source const& source, Scope const& scope, Budget& budget)
        : m_source(source), m_scope(scope), m_budget(budget)
    {}

    /// \throws PublicError for unknown variables and values of the wrong type; Error{Limit}
    [[nodiscard]] Value value(Expression const& expression) const;
    [[nodiscard]] bool is_true(Expression const& expression) const;
    /// A copy that is independent of the variables. \throws as value()
    [[nodiscard]] Json copy(Expression const& expression) const;

private:
    [[nodiscard]] Value unguarded(Expression const& expression) const;
    [[nodiscard]] std::optional<Value> find(Path const& path) const;
    [[nodiscard]] Value call(Expression const& expression, Call const& call) const;
    [[nodiscard]] std::optional<Json> logical(Expression const& expression, Call const& call) const;
    [[noreturn]] void fail(std::size_t offset, std::string_view message) const
    {
        inja::fail(m_source, offset, message);
    }

    Source const& m_source;
    Scope const& m_scope;
    Budget& m_budget;
};

} // namespace ms::inja
