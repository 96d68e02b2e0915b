// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Evaluates expressions on one artificial feature.

#include "base/error.hpp"
#include "expr/bind.hpp"

#include <doctest/doctest.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace expr_tests {

struct OneRow {
    std::vector<std::string> columns;
    ms::feature::FeatureBatch batch;

    OneRow(std::initializer_list<std::pair<std::string_view, std::string_view>> attributes)
    {
        batch.reset(attributes.size());
        for (std::size_t i = 0; auto const& [name, value] : attributes) {
            columns.emplace_back(name);
            batch.attributes[i++].append(value);
        }
        // A square of 10 by 10.
        batch.geometry.points = {{0, 0}, {0, 10}, {10, 10}, {10, 0}, {0, 0}};
        batch.geometry.end_ring();
        batch.geometry.end_part();
        batch.geometry.end_feature(ms::geometry::Kind::Polygon);
    }

    [[nodiscard]] ms::expr::Bound bind(std::string_view expression) const
    {
        return ms::expr::Bound{ms::expr::parse(expression), columns, {.map_cell_size = 0.5}};
    }
    [[nodiscard]] bool holds(std::string_view expression) const
    {
        return bind(expression).is_true(batch, 0);
    }
    void check_all_hold(std::initializer_list<char const*> expressions) const
    {
        for (auto const* const expression : expressions) {
            CAPTURE(expression);
            CHECK(holds(expression));
        }
    }
    void check_none_holds(std::initializer_list<char const*> expressions) const
    {
        for (auto const* const expression : expressions) {
            CAPTURE(expression);
            CHECK_FALSE(holds(expression));
        }
    }
    [[nodiscard]] std::string text(std::string_view expression) const
    {
        std::string out;
        bind(expression).append_text(batch, 0, out);
        return out;
    }
};

/// The message of the error of `call`; "" without an error.
template <typename Call>
std::string complaint(Call const& call)
{
    try {
        call();
    } catch (ms::Error const& error) {
        return error.kind() == ms::ErrorKind::BadMapfile ? error.what() : "wrong kind of error";
    }
    return {};
}

inline std::string complaint_about(std::string_view expression)
{
    return complaint([&] { static_cast<void>(ms::expr::parse(expression)); });
}

} // namespace expr_tests
