// SPDX-License-Identifier: MIT
#include "expr/node.hpp"

#include <algorithm>

namespace ms::expr {

namespace {

bool are_equal(std::vector<NodePtr> const& a, std::vector<NodePtr> const& b)
{
    return std::ranges::equal(a, b, [](auto const& x, auto const& y) { return *x == *y; });
}

} // namespace

bool operator==(Operation const& a, Operation const& b)
{
    return a.op == b.op && are_equal(a.operands, b.operands);
}

bool operator==(Call const& a, Call const& b)
{
    return a.function == b.function && are_equal(a.arguments, b.arguments);
}

} // namespace ms::expr
