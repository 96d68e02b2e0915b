// SPDX-License-Identifier: MIT
#include "ows/wms/dimensions.hpp"

#include "base/string.hpp"
#include "expr/build.hpp"
#include "ows/common/metadata.hpp"
#include "ows/common/name_list.hpp"
#include "ows/common/service_exception.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <utility>

namespace ms::ows::wms {

namespace {

using expr::Operator;
using expr::Type;

/// "7" or "3/9".
struct Piece {
    explicit Piece(std::string_view value) { set(value, value); }
    Piece(std::string_view from, std::string_view to) : is_range(true) { set(from, to); }

    void set(std::string_view from, std::string_view to)
    {
        low = from;
        high = to;
        low_number = parse_double(from);
        high_number = parse_double(to);
    }
    [[nodiscard]] bool is_numeric() const noexcept { return low_number && high_number; }

    std::string_view low;
    std::string_view high; ///< that of a value is itself
    std::optional<double> low_number;
    std::optional<double> high_number;
    bool is_range = false;
};

std::vector<Piece> pieces_of(std::string_view text)
{
    std::vector<Piece> pieces;
    for (auto const part : split(text, ',')) {
        auto const ends = split(part, '/'); // a resolution follows the second '/'
        auto const low = trim(ends[0]);
        if (!low.empty()) {
            pieces.push_back(ends.size() > 1 ? Piece{low, trim(ends[1])} : Piece{low});
        }
    }
    return pieces;
}

/// \param are_numbers the extent is numeric
bool is_within(Piece const& inner, std::vector<Piece> const& extent, bool are_numbers)
{
    if (are_numbers && !inner.is_numeric()) {
        return false;
    }
    return std::ranges::any_of(extent, [&](Piece const& outer) {
        return are_numbers ? *outer.low_number <= *inner.low_number &&
                                 *inner.high_number <= *outer.high_number
                           : outer.low == inner.low && outer.high == inner.high;
    });
}

expr::NodePtr literal(std::string_view text, bool is_number)
{
    auto const number = is_number ? parse_double(text) : std::nullopt;
    return number ? expr::make_node(expr::NumberLiteral{*number}, Type::Number)
                  : expr::make_node(expr::TextLiteral{std::string{text}}, Type::Text);
}

expr::NodePtr compared(Operator op, std::string_view item, std::string_view value, bool is_number)
{
    auto const attribute =
        expr::make_node(expr::Attribute{std::string{item}, Type::Number}, Type::Number);
    return expr::build_comparison(op, attribute, literal(value, is_number), 0);
}

expr::NodePtr condition_of(Piece const& piece, std::string_view item, bool is_number)
{
    if (!piece.is_range) {
        return has_value(item, piece.low, is_number);
    }
    return expr::build_operation(Operator::And,
                                 {compared(Operator::GreaterEqual, item, piece.low, is_number),
                                  compared(Operator::LessEqual, item, piece.high, is_number)},
                                 0);
}

/// OGC 06-042, C.3.2: the names of all dimensions but time and elevation have the prefix; a
/// dimension "height" has nothing to do with HEIGHT.
std::string parameter_of(Dimension const& dimension)
{
    bool const is_elevation = equals_ignoring_case(dimension.name, "elevation");
    return is_elevation ? dimension.name : "DIM_" + dimension.name;
}

std::string_view requested(Dimension const& dimension, http::Parameters const& parameters)
{
    auto const* const value = parameters.last(parameter_of(dimension));
    return value == nullptr ? std::string_view{} : trim(*value);
}

/// The value of an extent of numbers that is nearest to a number.
std::string_view nearest(double requested, std::vector<Piece> const& extent)
{
    std::string_view best;
    double least = std::numeric_limits<double>::infinity();
    for (auto const& piece : extent) {
        for (auto const& [text, number] :
             {std::pair{piece.low, *piece.low_number}, {piece.high, *piece.high_number}}) {
            auto const distance = std::abs(number - requested);
            if (best.empty() || distance < least) {
                best = text;
                least = distance;
            }
        }
    }
    return best;
}

/// Values outside of an extent of numbers become the nearest within, where the layer has that.
void move_to_nearest(Dimension const& dimension, std::vector<Piece> const& extent,
                     std::vector<Piece>& requested, std::vector<std::string>& warnings,
                     Budget* budget)
{
    for (auto& piece : requested) {
        work(budget);
        if (!piece.is_range && piece.is_numeric() && !is_within(piece, extent, true)) {
            piece = Piece{nearest(*piece.low_number, extent)};
            add_warning(warnings, nearest_used(dimension.name, piece.low, dimension.units));
        }
    }
}

/// Values that a request has of a dimension.
struct CheckedValues {
    std::vector<Piece> pieces; ///< one at least
    bool are_numbers = false;  ///< those of the extent are
};

/// \throws ServiceException InvalidDimensionValue
CheckedValues check_values(Dimension const& dimension, std::string_view value,
                           std::vector<std::string>& warnings, Budget* budget)
{
    auto const extent = pieces_of(dimension.extent);
    auto requested = pieces_of(value);
    bool const are_numbers = std::ranges::all_of(extent, &Piece::is_numeric);
    if (dimension.has_nearest_value && are_numbers && !extent.empty()) {
        move_to_nearest(dimension, extent, requested, warnings, budget);
    }
    bool const is_one = requested.size() == 1 && !requested[0].is_range;
    bool const is_valid =
        !requested.empty() && (is_one || dimension.has_multiple_values) &&
        std::ranges::all_of(requested, [&](Piece const& piece) {
            work(budget);
            return dimension.takes_unknown || is_within(piece, extent, are_numbers);
        });
    if (!is_valid) {
        throw ServiceException{"InvalidDimensionValue",
                               "msWMSApplyDimension: WMS server error. Dimension " +
                                   dimension.name + " with a value of " +
                                   std::string{value.substr(0, 200)} +
                                   " is invalid or outside the extents defined"};
    }
    return {std::move(requested), are_numbers};
}

expr::Expression filter_of(Dimension const& dimension, CheckedValues const& values)
{
    std::vector<expr::NodePtr> any;
    for (auto const& piece : values.pieces) {
        any.push_back(condition_of(piece, dimension.item, values.are_numbers));
    }
    return expr::Expression{
        any.size() == 1 ? any.front() : expr::build_operation(Operator::Or, std::move(any), 0)};
}

void read_catalogue_keys(mapfile::Layer const& layer, Dimension& dimension)
{
    dimension.catalogue = wms_value(layer.metadata, dimension.name + "_catalogue");
    if (dimension.catalogue.empty()) {
        return;
    }
    dimension.catalogue_layer = wms_value(layer.metadata, dimension.name + "_catalogue_layer");
    dimension.takes_unknown =
        equals_ignoring_case(wms_value(layer.metadata, dimension.name + "_unknown"), "empty");
    dimension.has_multiple_values = false; // a catalogue is asked about one value
}

} // namespace

expr::NodePtr has_value(std::string_view item, std::string_view value, bool is_number)
{
    return compared(Operator::Equal, item, value, is_number);
}

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
        read_catalogue_keys(layer, dimension);
        if (!dimension.item.empty() && !dimension.extent.empty() &&
            find_wms(layer.metadata, name + "_units") != nullptr) {
            dimensions.push_back(dimension);
        }
    }
    return dimensions;
}

namespace {

/// Whether a request has one value of the dimension, and its extent lists that.
bool has_listed_value(Dimension const& dimension, http::Parameters const& parameters)
{
    auto const name = parameter_of(dimension);
    auto const is_it = [&](auto const& entry) { return equals_ignoring_case(entry.first, name); };
    if (std::ranges::count_if(parameters.entries(), is_it) != 1) {
        return false;
    }
    auto const& value = std::ranges::find_if(parameters.entries(), is_it)->second;
    return std::ranges::any_of(pieces_of(dimension.extent), [&](Piece const& piece) {
        return !piece.is_range && piece.low == value;
    });
}

} // namespace

std::vector<std::string> listed_parameters(mapfile::Map const& map,
                                           std::span<render::LayerChoice const> layers,
                                           http::Parameters const& parameters)
{
    std::set<std::size_t> seen; // a layer may be drawn in parts
    std::vector<std::string> listed;
    for (auto const& choice : layers) {
        if (!seen.insert(choice.layer).second) {
            continue;
        }
        for (auto const& dimension : dimensions_of(map.layers[choice.layer])) {
            if (has_listed_value(dimension, parameters)) {
                listed.push_back(to_lower(parameter_of(dimension)));
            }
        }
    }
    return listed;
}

std::string default_used(std::string_view name, std::string_view value, std::string_view units)
{
    return fmt::format("99 Default value used: {}={} {}", name, value, units);
}

std::string nearest_used(std::string_view name, std::string_view value, std::string_view units)
{
    return fmt::format("99 Nearest value used: {}={} {}", name, value, units);
}

void add_warning(std::vector<std::string>& all, std::string warning)
{
    if (all.size() < max_warnings && std::ranges::find(all, warning) == all.end()) {
        all.push_back(std::move(warning));
    }
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
                                  MissingDimension missing, Budget* budget)
{
    DimensionChoice choice;
    auto const dimensions = dimensions_of(layer);
    check_complete(layer, dimensions, parameters);
    for (auto const& dimension : dimensions) {
        auto value = requested(dimension, parameters);
        (void)split_names(value, dimension.name); // their number
        if (value.empty() && !dimension.default_value.empty()) {
            value = dimension.default_value;
            add_warning(choice.warnings, default_used(dimension.name, value, dimension.units));
        }
        if (!value.empty()) {
            auto const values = check_values(dimension, value, choice.warnings, budget);
            if (dimension.catalogue.empty()) {
                choice.filter = expr::both(choice.filter, filter_of(dimension, values));
            } else {
                choice.by_catalogue.push_back({dimension, std::string{values.pieces[0].low}});
            }
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
