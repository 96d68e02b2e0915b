// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "expr/bind.hpp"
#include "expr/node.hpp"
#include "expr/print.hpp"

#include <cstdlib>

namespace {

using ms::expr::Expression;

/// Two features, the second without values.
ms::feature::FeatureBatch features(std::size_t columns)
{
    ms::feature::FeatureBatch batch;
    batch.reset(columns);
    for (auto& column : batch.attributes) {
        column.append("12 a\xC3\xA4,b");
        column.append_null();
    }
    batch.geometry.end_feature(ms::geometry::Kind::None);
    batch.geometry.end_feature(ms::geometry::Kind::Polygon);
    return batch;
}

void check(bool is_so)
{
    if (!is_so) {
        std::abort();
    }
}

void print_and_read(Expression const& expression)
{
    auto const text = ms::expr::print(expression);
    auto const again = ms::expr::parse(text);
    check(*again.root() == *expression.root() && ms::expr::print(again) == text);
}

void evaluate(Expression const& expression)
{
    std::vector<std::string> const columns{expression.attributes().begin(),
                                           expression.attributes().end()};
    auto const batch = features(columns.size());
    ms::expr::Bound bound{expression, columns, {.map_cell_size = 2}};
    std::vector<std::uint32_t> rows{0, 1};
    bound.select(batch, rows);
    std::size_t found = 0;
    std::string text;
    for (std::uint32_t row = 0; row < 2; ++row) {
        bool const is_true = bound.is_true(batch, row);
        check(!is_true || (found < rows.size() && rows[found] == row));
        found += is_true ? 1U : 0U;
        bound.append_text(batch, row, text);
        static_cast<void>(bound.number(batch, row));
    }
    check(found == rows.size());
}

void try_all(Expression const& expression)
{
    try {
        print_and_read(expression);
    } catch (ms::Error const&) {
        std::abort(); // printed expressions must parse
    }
    try {
        evaluate(expression);
    } catch (ms::Error const&) { // needs geometry operations
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    std::string_view const text{reinterpret_cast<char const*>(data), size};
    try {
        try_all(ms::expr::parse(text));
    } catch (ms::Error const&) { // no expression
    }
    return 0;
}
