// SPDX-License-Identifier: MIT
#include "ows/wms/dimensions.hpp"

#include "base/string.hpp"
#include "expr/build.hpp"
#include "ows/metadata.hpp"
#include "ows/service_exception.hpp"

#include <algorithm>
#include <optional>

namespace ms::ows::wms {

namespace {

using expr::Operator;
using expr::Type;

constexpr std::size_t max_values = 1000;

/// "7" or "3/9".
struct Piece {
    std::string_view low;
    std::string_view high; ///< that of a value is itself
    bool is_range = false;
};

std::vector<Piece> pieces_of(std::string_view text)
{
    std::vector<Piece> pieces;
    for (auto const part : split(text, ',')) {
        auto const ends = split(part, '/'); // what stands behind a second '/' is a resolution
        auto const low = trim(ends[0]);
        auto const high = ends.size() > 1 ? trim(ends[1]) : low;
        if (!low.empty() && pieces.size() < max_values) {
            pieces.push_back({low, high, ends.size() > 1});
        }
    }
    return pieces;
}

bool is_numeric(std::vector<Piece> const& pieces)
{
    return std::ranges::all_of(pieces, [](Piece const& piece) {
        return parse_double(piece.low) && parse_double(piece.high);
    });
}

bool holds_number(Piece const& outer, Piece const& inner)
{
    auto const number = [](std::string_view text) { return parse_double(text).value_or(0); };
    return number(outer.low) <= number(inner.low) && number(inner.high) <= number(outer.high);
}

bool is_within(Piece const& inner, std::vector<Piece> const& extent, bool are_numbers)
{
    if (are_numbers && !(parse_double(inner.low) && parse_double(inner.high))) {
        return false;
    }
    return std::ranges::any_of(extent, [&](Piece const& outer) {
        return are_numbers ? holds_number(outer, inner)
                           : outer.low == inner.low && outer.high == inner.high;
    });
}

expr::NodePtr literal(std::string_view text, bool is_number)
{
    auto const number = is_number ? parse_double(text) : std::nullopt;
    return number ? expr::make_node(expr::NumberLiteral{*number}, Type::Number)
                  : expr::make_node(expr::TextLiteral{std::string{text}}, Type::Text);
}

expr::NodePtr condition_of(Piece const& piece, std::string_view item, bool is_number)
{
    auto const attribute =
        expr::make_node(expr::Attribute{std::string{item}, Type::Number}, Type::Number);
    if (!piece.is_range) {
        return expr::build_comparison(Operator::Equal, attribute, literal(piece.low, is_number), 0);
    }
    return expr::build_operation(
        Operator::And,
        {expr::build_comparison(Operator::GreaterEqual, attribute, literal(piece.low, is_number),
                                0),
         expr::build_comparison(Operator::LessEqual, attribute, literal(piece.high, is_number), 0)},
        0);
}

std::string_view requested(Dimension const& dimension, http::Parameters const& parameters)
{
    auto const* value = parameters.last("DIM_" + dimension.name);
    value = value == nullptr ? parameters.last(dimension.name) : value;
    return value == nullptr || trim(*value).empty() ? dimension.default_value
                                                    : std::string_view{*value};
}

expr::Expression filter_of(Dimension const& dimension, std::string_view value)
{
    auto const extent = pieces_of(dimension.extent);
    auto const wanted = pieces_of(value);
    bool const are_numbers = is_numeric(extent);
    bool const is_valid = !wanted.empty() && std::ranges::all_of(wanted, [&](Piece const& piece) {
        return is_within(piece, extent, are_numbers);
    });
    if (!is_valid) {
        throw ServiceException{"InvalidDimensionValue",
                               "msWMSApplyDimension: WMS server error. Dimension " +
                                   dimension.name + " with a value of " +
                                   std::string{value.substr(0, 200)} +
                                   " is invalid or outside the extents defined"};
    }
    std::vector<expr::NodePtr> any;
    for (auto const& piece : wanted) {
        any.push_back(condition_of(piece, dimension.item, are_numbers));
    }
    return expr::Expression{
        any.size() == 1 ? any.front() : expr::build_operation(Operator::Or, std::move(any), 0)};
}

} // namespace

std::vector<Dimension> dimensions_of(mapfile::Layer const& layer)
{
    std::vector<Dimension> dimensions;
    for (auto& name : split_list(wms_value(layer.metadata, "dimensionlist"))) {
        Dimension const dimension{.name = name,
                                  .item = wms_value(layer.metadata, name + "_item"),
                                  .units = wms_value(layer.metadata, name + "_units"),
                                  .extent = wms_value(layer.metadata, name + "_extent"),
                                  .default_value = wms_value(layer.metadata, name + "_default")};
        if (!dimension.item.empty() && !dimension.extent.empty() &&
            find_wms(layer.metadata, name + "_units") != nullptr) {
            dimensions.push_back(dimension);
        }
    }
    return dimensions;
}

expr::Expression dimension_filter(mapfile::Layer const& layer, http::Parameters const& parameters)
{
    expr::Expression all;
    for (auto const& dimension : dimensions_of(layer)) {
        if (auto const value = requested(dimension, parameters); !value.empty()) {
            all = expr::both(all, filter_of(dimension, value));
        }
    }
    return all;
}

} // namespace ms::ows::wms
