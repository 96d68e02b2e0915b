// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A parsed expression: immutable, cheap to copy, shared between threads.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace ms::expr {

struct Node; // expr/node.hpp

/// The tree of a mapfile expression with the attributes it reads.
class Expression {
public:
    /// Always true.
    Expression() = default;
    explicit Expression(std::shared_ptr<Node const> root);

    [[nodiscard]] bool is_always_true() const noexcept { return m_root == nullptr; }
    /// nullptr when always true.
    [[nodiscard]] Node const* root() const noexcept { return m_root.get(); }
    [[nodiscard]] std::shared_ptr<Node const> const& shared_root() const noexcept { return m_root; }
    /// Names in [brackets] as written, each once, in order of first use.
    [[nodiscard]] std::span<std::string const> attributes() const noexcept;
    /// Whether it reads [shape].
    [[nodiscard]] bool uses_shape() const noexcept;
    /// Whether it has a time in it.
    [[nodiscard]] bool uses_times() const noexcept;

private:
    struct Facts;
    std::shared_ptr<Node const> m_root;
    std::shared_ptr<Facts const> m_facts;
};

/// Parses `( ... )`: logical, arithmetic or text (reference: mapfile, expression language).
/// \throws Error{BadMapfile}; the message names the offset in the text ("column 12: ...").
[[nodiscard]] Expression parse(std::string_view text);

/// Parses TEXT "[name] (code)": pieces and attributes strung together.
[[nodiscard]] Expression parse_text_template(std::string_view text);

// EXPRESSION and FILTER in the forms that compare CLASSITEM or FILTERITEM.
[[nodiscard]] Expression equals(std::string_view attribute, std::string_view value,
                                bool ignore_case);
/// \throws Error{BadMapfile} for a malformed regular expression.
[[nodiscard]] Expression matches(std::string_view attribute, std::string_view regex,
                                 bool ignore_case);
/// \param list without braces: values separated by commas, neither trimmed nor quoted
[[nodiscard]] Expression is_in_list(std::string_view attribute, std::string_view list);

/// Both must hold.
[[nodiscard]] Expression both(Expression const& a, Expression const& b);
/// The disjunction of both.
[[nodiscard]] Expression either(Expression const& a, Expression const& b);
/// The disjunction of all, one at least, in time that grows with their sizes.
[[nodiscard]] Expression any_of(std::span<Expression const> all);

} // namespace ms::expr
