// SPDX-License-Identifier: MIT
#include "ows/ogcapi/items_query.hpp"

#include "base/percent_encode.hpp"
#include "base/string.hpp"
#include "base/time_text.hpp"
#include "cql2/cql2.hpp"
#include "expr/build.hpp"
#include "http/query_string.hpp"
#include "ows/common/name_list.hpp"
#include "ows/ogcapi/bbox.hpp"
#include "ows/ogcapi/collection_items.hpp"
#include "ows/ogcapi/limits.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace ms::ows::ogcapi {

namespace {

using feature::FieldType;

constexpr std::array<std::string_view, 10> parameters{
    "limit", "offset", "bbox",        "bbox-crs",   "datetime",
    "crs",   "filter", "filter-lang", "filter-crs", "sortby"};

std::string const* find_filled(http::Request const& request, std::string_view name)
{
    auto const* const value = find_parameter(request, name);
    return value == nullptr || value->empty() ? nullptr : value;
}

bool is_number(FieldType type) noexcept
{
    return type == FieldType::Integer || type == FieldType::Long || type == FieldType::Real;
}

bool is_time(FieldType type) noexcept
{
    return type == FieldType::Date || type == FieldType::Time || type == FieldType::DateTime;
}

/// The type of the source has priority; for a text of the source the mapfile's type is used.
FieldType type_of(UsableItem const& item) noexcept
{
    return item.field_type == FieldType::Text ? item.type : item.field_type;
}

expr::Type expression_type(UsableItem const& item) noexcept
{
    auto const type = type_of(item);
    if (is_number(type)) {
        return expr::Type::Number;
    }
    if (is_time(type)) {
        return expr::Type::Time;
    }
    return type == FieldType::Boolean ? expr::Type::Boolean : expr::Type::Text;
}

/// name=value: a number where the source has numbers, else a text.
expr::Expression has_value(UsableItem const& item, std::string const& value)
{
    if (!is_number(type_of(item))) {
        return is_one_of(item.field, std::array{value});
    }
    auto const number = parse_double(trim(value));
    if (!number) {
        throw bad_value(item.name);
    }
    auto const subject = expr::make_node(
        expr::Attribute{.name = item.field, .is_unknown_if_null = true}, expr::Type::Number);
    auto const literal = expr::make_node(expr::NumberLiteral{*number}, expr::Type::Number);
    return expr::Expression{expr::build_comparison(expr::Operator::Equal, subject, literal, 0)};
}

/// "2024-05-01", "2024-05-01T12:00:00Z" and ".." (RFC 3339, 5.6, and OGC 17-069r4, 7.15.4).
bool is_moment(std::string_view text)
{
    if (text.empty() || text == "..") {
        return true;
    }
    auto const time = text == trim(text) ? read_time_text(text) : std::nullopt;
    bool const is_date = time && time->date_parts == 3 && time->date_mark == '-';
    return is_date && (time->clock_parts == 0 ? time->zone_mark == '\0'
                                              : time->clock_parts == 3 && time->clock_mark == 'T');
}

/// The attribute with the time of a feature: oga_timeitem, else that of the other services.
std::string time_item(mapfile::Layer const& layer)
{
    auto const* const own = find_text(layer.metadata, "timeitem");
    auto const* const item = own == nullptr ? layer.metadata.find("wms_timeitem") : own;
    return item == nullptr ? std::string{} : *item;
}

/// [item] op `moment`: "2024-05" is that whole month.
expr::NodePtr compare_time(std::string const& item, expr::Operator op, std::string_view moment)
{
    auto const subject = expr::make_node(expr::Attribute{item, expr::Type::Time}, expr::Type::Time);
    auto const literal = expr::make_node(expr::TextLiteral{std::string{moment}}, expr::Type::Text);
    return expr::build_comparison(op, subject, literal, 0);
}

/// A moment, or an interval of which one end may be open. \returns nullptr if both are open
expr::NodePtr time_condition(std::string const& item, std::vector<std::string_view> const& moments)
{
    auto const is_open = [](std::string_view moment) { return moment.empty() || moment == ".."; };
    if (moments.size() == 1) {
        return compare_time(item, expr::Operator::Equal, moments.front());
    }
    std::vector<expr::NodePtr> both;
    if (!is_open(moments[0])) {
        both.push_back(compare_time(item, expr::Operator::GreaterEqual, moments[0]));
    }
    if (!is_open(moments[1])) {
        both.push_back(compare_time(item, expr::Operator::LessEqual, moments[1]));
    }
    if (both.empty()) {
        return nullptr;
    }
    return both.size() == 1 ? both.front()
                            : expr::build_operation(expr::Operator::And, std::move(both), 0);
}

/// Features of a layer without timeitem have no time, so that each matches every datetime (OGC
/// 17-069r4, 7.15.4), and only its form is checked.
void read_datetime(http::Request const& request, FeatureRequest& features)
{
    auto const* const text = find_parameter(request, "datetime");
    if (text == nullptr) {
        return;
    }
    auto const moments = split(*text, '/');
    bool const is_interval = moments.size() == 2;
    if (moments.size() > 2 || (!is_interval && (text->empty() || *text == "..")) ||
        !std::ranges::all_of(moments, is_moment)) {
        throw bad_value("datetime");
    }
    auto const name = time_item(features.definition);
    auto const field = std::ranges::find_if(features.schema, [&](feature::Field const& each) {
        return !name.empty() && equals_ignoring_case(each.name, name);
    });
    if (field == features.schema.end()) {
        return;
    }
    if (auto const condition = time_condition(field->name, moments)) {
        also(features, expr::Expression{condition});
    }
}

/// OGC 17-069r4, 7.15.2: a limit above the maximum "SHALL NOT result in an error"; nor does one
/// above all integers, which is the largest of them.
std::optional<int> clamped_int(std::string_view text)
{
    constexpr std::size_t digits_of_every_int = 9;
    bool const is_large = text.size() > digits_of_every_int &&
                          text.find_first_not_of("0123456789") == std::string_view::npos;
    auto const value = parse_int(text);
    return value || !is_large ? value : std::numeric_limits<int>::max();
}

/// Reads parameter after parameter; `others` grows in MapServer's order.
class Reader {
public:
    Reader(ApiRequest const& api_request, std::size_t layer)
        : m_api_request(api_request), m_layer(api_request.map().layers[layer])
    {
        m_query.answer = system_of(api_request.request(), "crs", api_request.map(), m_layer);
        m_query.request = open_collection(api_request.call, layer, m_query.answer.crs);
        m_queryables = queryables(*m_query.request);
    }

    ItemsQuery run()
    {
        check_names();
        read_datetime(m_api_request.request(), *m_query.request);
        read_limit();
        keep("crs", &percent_encode);
        read_bbox();
        read_offset();
        keep("datetime", &encode_component);
        read_properties();
        read_filter();
        read_order();
        return std::move(m_query);
    }

private:
    void check_names() const
    {
        std::vector<std::string_view> known{parameters.begin(), parameters.end()};
        for (auto const& item : m_queryables) {
            known.push_back(item.name);
        }
        check_parameters(m_api_request, known);
    }

    void keep(std::string_view name, std::string (*encode)(std::string_view))
    {
        if (auto const* const value = find_filled(m_api_request.request(), name)) {
            m_query.others.append("&").append(encode_component(name));
            m_query.others.append("=").append(encode(*value));
        }
    }

    [[nodiscard]] std::optional<int> number(std::string_view name) const
    {
        auto const* const text = find_filled(m_api_request.request(), name);
        auto const value = text == nullptr ? std::nullopt : clamped_int(*text);
        if (text != nullptr && !value) {
            throw bad_value(name);
        }
        return value;
    }

    void read_limit()
    {
        auto const limits = limits_of(m_api_request.map(), m_layer);
        auto const limit = number("limit");
        if (limit && *limit < 1) {
            throw bad_value("limit");
        }
        m_query.limit = limit ? std::min<std::int64_t>(*limit, limits.most) : limits.usual;
    }

    void read_offset()
    {
        m_query.offset = number("offset").value_or(0);
        if (m_query.offset < 0) {
            throw ServiceException{invalid_value, "Offset out of range."};
        }
    }

    void read_bbox()
    {
        auto const system =
            system_of(m_api_request.request(), "bbox-crs", m_api_request.map(), m_layer);
        if (auto const* const text = find_filled(m_api_request.request(), "bbox")) {
            also_in_any(*m_query.request, parse_bbox(*text, system), system.crs);
        }
        keep("bbox", &percent_encode);
        keep("bbox-crs", &percent_encode);
    }

    void read_properties()
    {
        for (auto const& item : m_queryables) {
            auto const* const value = is_own_parameter(item.name)
                                          ? nullptr
                                          : find_parameter(m_api_request.request(), item.name);
            if (value != nullptr) {
                also(*m_query.request, has_value(item, *value));
                keep(item.name, &encode_component);
            }
        }
    }

    [[nodiscard]] std::optional<cql2::Queryable> find_queryable(std::string_view name) const
    {
        if (name == geometry_name(m_layer)) {
            return cql2::Queryable{{}, expr::Type::Shape};
        }
        auto const found = std::ranges::find(m_queryables, name, &UsableItem::name);
        return found == m_queryables.end()
                   ? std::nullopt
                   : std::optional{cql2::Queryable{found->field, expression_type(*found)}};
    }

    void read_filter()
    {
        auto const& request = m_api_request.request();
        auto const* const name = find_parameter(request, "filter-lang");
        auto const language = name == nullptr ? cql2::Language::Text : cql2::language_named(*name);
        if (!language) {
            throw bad_value("filter-lang");
        }
        auto const system = system_of(request, "filter-crs", m_api_request.map(), m_layer);
        if (auto const* const filter = find_filled(request, "filter")) {
            cql2::Context const context{
                .queryable = [this](std::string_view one) { return find_queryable(one); },
                .layer_crs = m_query.request->layer_crs,
                .filter_crs = system.crs,
                .budget = m_api_request.call.services.budget};
            also(*m_query.request, cql2::parse(*filter, *language, context));
        }
        for (auto const* const each : {"filter", "filter-lang", "filter-crs"}) {
            keep(each, &encode_component);
        }
    }

    /// "name", "+name" or "-name" between commas. As in MapServer, sources that cannot sort give
    /// their own order.
    void read_order()
    {
        auto const* const text = find_filled(m_api_request.request(), "sortby");
        if (text == nullptr) {
            return;
        }
        auto const known = sortables(*m_query.request);
        (void)split_names(*text, "sortby"); // their number
        for (auto const& key : split_list(*text)) {
            bool const is_signed = key.starts_with('+') || key.starts_with('-') ||
                                   key.starts_with(' '); // a '+' that was not escaped
            auto const name = is_signed ? key.substr(1) : key;
            auto const found = std::ranges::find_if(known, [&](UsableItem const& item) {
                return equals_ignoring_case(item.name, name);
            });
            if (found == known.end()) {
                throw ServiceException{invalid_value,
                                       "'" + name.substr(0, 100) + "' is not a sortable item"};
            }
            m_query.request->query.order.push_back({found->field, key.starts_with('-')});
        }
        keep("sortby", &encode_component);
    }

    ApiRequest const& m_api_request;
    mapfile::Layer const& m_layer;
    std::vector<UsableItem> m_queryables;
    ItemsQuery m_query;
};

} // namespace

bool is_own_parameter(std::string_view name) noexcept
{
    return name == "f" || std::ranges::find(parameters, name) != parameters.end();
}

ItemsQuery read_items_query(ApiRequest const& api_request, std::size_t layer)
{
    return Reader{api_request, layer}.run();
}

} // namespace ms::ows::ogcapi
