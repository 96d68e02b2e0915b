// SPDX-License-Identifier: MIT
#include "ows/wms/dimensions.hpp"

#include "base/string.hpp"
#include "expr/build.hpp"
#include "ows/common/metadata.hpp"
#include "ows/common/service_exception.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
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
        auto const ends = split(part, '/'); // a resolution follows the second '/'
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
    return value == nullptr ? std::string_view{} : trim(*value);
}

/// The value of the extent that is nearest to a number.
std::string_view nearest(double requested, std::vector<Piece> const& extent)
{
    std::string_view best;
    for (auto const& piece : extent) {
        for (auto const end : {piece.low, piece.high}) {
            auto const distance = [&](std::string_view text) {
                return std::abs(parse_double(text).value_or(0) - requested);
            };
            best = best.empty() || distance(end) < distance(best) ? end : best;
        }
    }
    return best;
}

/// Values outside of an extent of numbers become the nearest within, where the layer has that.
void move_to_nearest(Dimension const& dimension, std::vector<Piece> const& extent,
                     std::vector<Piece>& requested, std::vector<std::string>& warnings)
{
    for (auto& piece : requested) {
        auto const number = parse_double(piece.low);
        if (!piece.is_range && number && !is_within(piece, extent, true)) {
            piece.low = nearest(*number, extent);
            piece.high = piece.low;
            warnings.push_back(nearest_used(dimension.name, piece.low, dimension.units));
        }
    }
}

expr::Expression filter_of(Dimension const& dimension, std::string_view value,
                           std::vector<std::string>& warnings)
{
    auto const extent = pieces_of(dimension.extent);
    auto requested = pieces_of(value);
    bool const are_numbers = is_numeric(extent);
    if (dimension.has_nearest_value && are_numbers && !extent.empty()) {
        move_to_nearest(dimension, extent, requested, warnings);
    }
    bool const is_one = requested.size() == 1 && !requested[0].is_range;
    bool const is_valid = !requested.empty() && (is_one || dimension.has_multiple_values) &&
                          std::ranges::all_of(requested, [&](Piece const& piece) {
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
    for (auto const& piece : requested) {
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
        Dimension dimension{.name = name,
                            .item = wms_value(layer.metadata, name + "_item"),
                            .units = wms_value(layer.metadata, name + "_units"),
                            .extent = wms_value(layer.metadata, name + "_extent"),
                            .default_value = wms_value(layer.metadata, name + "_default"),
                            .unit_symbol = wms_value(layer.metadata, name + "_unitsymbol")};
        dimension.has_multiple_values =
            find_wms(layer.metadata, name + "_multiplevalues") == nullptr ||
            is_wms_set(layer.metadata, name + "_multiplevalues");
        dimension.has_nearest_value = is_wms_set(layer.metadata, name + "_nearestvalue");
        if (!dimension.item.empty() && !dimension.extent.empty() &&
            find_wms(layer.metadata, name + "_units") != nullptr) {
            dimensions.push_back(dimension);
        }
    }
    return dimensions;
}

std::string default_used(std::string_view name, std::string_view value, std::string_view units)
{
    return fmt::format("99 Default value used: {}={} {}", name, value, units);
}

std::string nearest_used(std::string_view name, std::string_view value, std::string_view units)
{
    return fmt::format("99 Nearest value used: {}={} {}", name, value, units);
}

MissingDimension missing_dimension(mapfile::Map const& map)
{
    return is_compliance_mode(map) ? MissingDimension::Fault : MissingDimension::Everything;
}

namespace {

/// Rejects a requested dimension that the layer lists but does not define completely.
void check_complete(mapfile::Layer const& layer, std::vector<Dimension> const& complete,
                    http::Parameters const& parameters)
{
    for (auto const& name : split_list(wms_value(layer.metadata, "dimensionlist"))) {
        if (std::ranges::find(complete, name, &Dimension::name) == complete.end() &&
            !requested({.name = name}, parameters).empty()) {
            throw ServiceException{"InvalidDimensionValue",
                                   "msWMSApplyDimension: WMS server error. Dimension " + name +
                                       " has no item, units or extent"};
        }
    }
}

} // namespace

DimensionChoice choose_dimensions(mapfile::Layer const& layer, http::Parameters const& parameters,
                                  MissingDimension missing)
{
    DimensionChoice choice;
    auto const dimensions = dimensions_of(layer);
    check_complete(layer, dimensions, parameters);
    for (auto const& dimension : dimensions) {
        auto value = requested(dimension, parameters);
        if (value.empty() && !dimension.default_value.empty()) {
            value = dimension.default_value;
            choice.warnings.push_back(default_used(dimension.name, value, dimension.units));
        }
        if (!value.empty()) {
            choice.filter = expr::both(choice.filter, filter_of(dimension, value, choice.warnings));
        } else if (missing == MissingDimension::Fault) {
            throw ServiceException{"MissingDimensionValue",
                                   "msWMSApplyDimension: WMS server error. No value was given for "
                                   "dimension " +
                                       dimension.name + ", and it has no default."};
        }
    }
    return choice;
}

} // namespace ms::ows::wms
