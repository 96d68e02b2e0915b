// SPDX-License-Identifier: MIT
#include "render/draw/kml_items.hpp"

#include "base/string.hpp"
#include "mapfile/visible_items.hpp"
#include "style/binding.hpp"

#include <algorithm>

namespace ms::render {

namespace {

/// kml_<key>, else ows_<key>; "" without.
std::string metadata_of(mapfile::Layer const& layer, std::string const& key)
{
    for (auto const* const prefix : {"kml_", "ows_"}) {
        if (auto const* const value = layer.metadata.find(prefix + key)) {
            return *value;
        }
    }
    return {};
}

/// The column of a field, which is fetched from now on.
std::size_t column_of(std::string const& field, std::vector<std::string>& fields)
{
    style::add_field(fields, field);
    return style::column_of(field, fields);
}

std::string html_text(std::string_view value)
{
    auto const text = replace_all(value, "&", "&amp;");
    return replace_all(replace_all(text, "<", "&lt;"), ">", "&gt;");
}

} // namespace

KmlItems::KmlItems(mapfile::Layer const& layer, feature::Schema const& schema,
                   std::vector<std::string>& fields)
    : m_description(metadata_of(layer, "description"))
{
    auto const find = [&](std::string const& key) -> std::optional<std::size_t> {
        auto const* const name = layer.metadata.find(key);
        auto const index = name == nullptr ? std::nullopt : schema.find(*name);
        return index ? std::optional{column_of(schema.fields[*index].name, fields)} : std::nullopt;
    };
    m_name = find("kml_name_item");
    m_elevation = find("kml_elevation_attribute");
    for (auto const& field : schema.fields) {
        if (m_description.find('%' + field.name + '%') != std::string::npos) {
            m_described.push_back({field.name, {}, column_of(field.name, fields)});
        }
    }
    if (!m_description.empty()) {
        return;
    }
    for (auto& item : visible_items(layer, schema.fields, mapfile::ItemRules::Kml)) {
        auto const& name = schema.fields[item.field].name;
        m_shown.push_back({name, std::move(item.name), column_of(name, fields)});
    }
}

std::string_view KmlItems::name(feature::FeatureBatch const& batch, std::size_t row) const
{
    return m_name ? batch.attributes[*m_name][row] : std::string_view{};
}

std::optional<double> KmlItems::elevation(feature::FeatureBatch const& batch, std::size_t row) const
{
    return m_elevation
               ? std::optional{parse_double(batch.attributes[*m_elevation][row]).value_or(0)}
               : std::nullopt;
}

std::string KmlItems::description(feature::FeatureBatch const& batch, std::size_t row) const
{
    // In one pass: a value that looks like %item% is text.
    std::string text;
    std::string_view rest = m_description;
    while (!rest.empty()) {
        auto const item = std::ranges::find_if(m_described, [&](Item const& each) {
            return rest.size() > each.name.size() + 1 && rest.front() == '%' &&
                   rest.substr(1).starts_with(each.name) && rest[each.name.size() + 1] == '%';
        });
        bool const is_item = item != m_described.end();
        text += is_item ? html_text(batch.attributes[item->column][row])
                        : std::string{rest.substr(0, 1)};
        rest.remove_prefix(is_item ? item->name.size() + 2 : 1);
    }
    return text;
}

void KmlItems::write_data(XmlWriter& out, feature::FeatureBatch const& batch, std::size_t row) const
{
    if (m_shown.empty()) {
        return;
    }
    out.open("ExtendedData");
    for (auto const& item : m_shown) {
        out.open("Data").attribute("name", item.name).element("displayName", item.title);
        out.element("value", batch.attributes[item.column][row]).close();
    }
    out.close();
}

} // namespace ms::render
