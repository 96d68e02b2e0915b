// SPDX-License-Identifier: MIT
#include "ows/wfs/filter.hpp"

#include "base/string.hpp"
#include "base/xml_writer.hpp"
#include "crs/name.hpp"
#include "fes/filter.hpp"
#include "fes/geometry.hpp"
#include "ows/features/feature_request.hpp"
#include "ows/wfs/feature_types.hpp"
#include "ows/wfs/wfs_exception.hpp"

#include <algorithm>

namespace ms::ows::wfs {

namespace {

constexpr std::size_t max_shown = 1000; ///< characters of a filter that a client is shown again

/// As MapServer writes a filter that was sent within a document: each element on a line of its own.
void append_markup(XmlNode const& node, std::string& out, std::size_t depth = 0)
{
    if (out.size() > max_shown) {
        return;
    }
    out.append(2 * depth, ' ').append("<").append(node.name);
    for (auto const& [name, value] : node.attributes) {
        out.append(" ").append(name).append("=\"").append(escape_xml(value)).append("\"");
    }
    if (node.children.empty()) {
        out.append(" />\n");
        return;
    }
    bool const has_elements =
        !std::ranges::all_of(node.children, [](XmlNode const& each) { return each.is_text(); });
    out.append(has_elements ? ">\n" : ">");
    for (auto const& child : node.children) {
        if (child.is_text()) {
            out.append(escape_xml(child.value));
        } else {
            append_markup(child, out, depth + 1);
        }
    }
    out.append(has_elements ? 2 * depth : 0, ' ').append("</").append(node.name).append(">\n");
}

[[noreturn]] void refuse(XmlNode const& filter, std::string_view sent)
{
    std::string text{sent};
    if (text.empty()) {
        append_markup(filter, text);
    }
    text.resize(std::min(text.size(), max_shown));
    throw WfsException{invalid_value, "filter", in_get_feature,
                       "Invalid or Unsupported FILTER in GetFeature : " + text};
}

/// The properties of all GML features (ISO 19136, 7.2.2 and 9.4): ours have no name and no
/// description, but all have bounds.
bool is_of_gml(std::string_view path) noexcept
{
    return path == "gml:name" || path == "gml:description" || path == "gml:boundedBy";
}

/// A condition that is true for all features, or for none.
XmlNode constant(bool is_true)
{
    auto const literal = [](std::string text) {
        return XmlNode{.name = "Literal", .children = {XmlNode{.value = std::move(text)}}};
    };
    return {.name = "PropertyIsEqualTo", .children = {literal("1"), literal(is_true ? "1" : "0")}};
}

std::string property_of(XmlNode const& node)
{
    auto const* const older = node.child("PropertyName");
    auto const* const property = older == nullptr ? node.child("ValueReference") : older;
    return property == nullptr ? std::string{} : property->text();
}

bool is_identifier(XmlNode const& node) noexcept
{
    return node.name == "FeatureId" || node.name == "GmlObjectId" || node.name == "ResourceId";
}

/// Converts a filter as sent to one that fes reads.
class Preparation {
public:
    explicit Preparation(Filtered const& layer) : m_layer(layer) {}

    /// \param is_beside_geometry the node is an operand of a spatial operator
    void prepare(XmlNode& node, bool is_beside_geometry = false) const
    {
        if (node.name == "PropertyName" || node.name == "ValueReference") {
            prepare_property(node, is_beside_geometry);
            return;
        }
        if (is_identifier(node)) {
            check_identifier(node);
            return;
        }
        bool const is_null = node.name == "PropertyIsNull";
        if ((is_null || node.name == "PropertyIsNil") && is_of_gml(property_of(node))) {
            // Observed with MapServer 8.0: an omitted property is null, and not nil.
            node = constant(is_null && property_of(node) != "gml:boundedBy");
            return;
        }
        if (node.name.starts_with("PropertyIs") && is_of_gml(property_of(node))) {
            refuse_property_of_gml(property_of(node));
        }
        bool const is_shape = fes::is_geometry(node);
        if (is_shape && node.attribute("srsName") == nullptr && !m_layer.answer.srs_name.empty() &&
            !is_beside_geometry) {
            node.attributes.emplace_back("srsName", spelling(m_layer.answer.srs_name));
        }
        for (auto& [name, value] : node.attributes) {
            // GML 2's spelling means x, y in every version, as in MapServer.
            if (name == "srsName" && value.find("/gml/srs/epsg.xml#") == std::string::npos) {
                value = spelling(value);
            }
        }
        bool const is_spatial = std::ranges::any_of(node.children, &fes::is_geometry);
        for (auto& child : node.children) {
            if (is_spatial && fes::is_geometry(child)) {
                prepare(child);
            } else {
                prepare(child, is_spatial || is_shape);
            }
        }
    }

private:
    void prepare_property(XmlNode& node, bool is_beside_geometry) const
    {
        auto const path = node.text();
        auto const name = property_name(path);
        if (auto const* const item = m_layer.properties.find_item(name)) {
            node.children = {XmlNode{.value = item->field_name}};
        } else if (!name.empty() && !is_beside_geometry && !m_layer.properties.is_geometry(name)) {
            // A layer has one geometry, so its name is ignored: clients write anything there.
            throw WfsException{invalid_value, "filter",
                               "FLTCheckInvalidProperty(): General error message. Property '" +
                                   std::string{name} + "' is unknown."};
        }
    }

    [[noreturn]] static void refuse_property_of_gml(std::string const& name)
    {
        if (name == "gml:boundedBy") {
            throw WfsException{processing_failed, "filter",
                               "FLTCheckInvalidOperand(): General error message. Operand '" + name +
                                   "' is invalid in comparison."};
        }
        throw WfsException{invalid_value, "filter",
                           "FLTCheckInvalidProperty(): General error message. Property '" + name +
                               "' is unknown."};
    }

    void check_identifier(XmlNode const& node) const
    {
        for (auto const& [name, id] : node.attributes) {
            bool const is_id = name == "fid" || name == "rid" || name == "id";
            auto const dot = id.rfind('.');
            if (is_id && dot != std::string::npos &&
                !equals_ignoring_case(without_prefix(std::string_view{id}.substr(0, dot)),
                                      m_layer.type_name)) {
                throw WfsException{invalid_value, "resourceid",
                                   "FLTPreParseFilterForAlias(): General error message. Feature "
                                   "id " +
                                       id + " not consistent with feature type name " +
                                       std::string{m_layer.type_name} + "."};
            }
        }
    }

    /// 1.0.0 always writes x, y; later versions use the authority's order, also for https URLs,
    /// which MapServer does not know.
    [[nodiscard]] std::string spelling(std::string const& text) const
    {
        auto const name = crs::authority_name(text);
        if (!name || name->authority_code.empty()) {
            return text;
        }
        return m_layer.version == Version::V100 ? name->authority_code
                                                : srs_name_of(name->authority_code, Version::V200);
    }

    Filtered const& m_layer;
};

/// Whether a text attribute is compared as text with a literal that looks like a number: columns of
/// tables are, others if the mapfile says Character or has the types read from the file, as in
/// MapServer; features in the mapfile have no types.
bool compares_as_text(mapfile::Layer const& layer, std::string const& field)
{
    if (layer.connection_type != mapfile::ConnectionType::Local &&
        layer.connection_type != mapfile::ConnectionType::Ogr) {
        return true;
    }
    if (auto const* const type = layer.metadata.find("gml_" + field + "_type")) {
        return equals_ignoring_case(*type, "Character");
    }
    auto const* const types = layer.metadata.find("gml_types");
    return layer.features.empty() && types != nullptr && equals_ignoring_case(*types, "auto");
}

/// Features in the mapfile have texts only; there the values decide.
std::optional<expr::Type> type_of(feature::Field const& field, mapfile::Layer const& layer)
{
    switch (field.type) {
    case feature::FieldType::Integer:
    case feature::FieldType::Long:
    case feature::FieldType::Real:
        return expr::Type::Number;
    case feature::FieldType::Text:
        return layer.features.empty() ? std::optional{expr::Type::Text} : std::nullopt;
    default:
        return std::nullopt;
    }
}

std::string id_field(Filtered const& layer)
{
    return layer.properties.id ? layer.fields[*layer.properties.id].name : std::string{};
}

} // namespace

expr::Expression filter_of(XmlNode const& filter, std::string_view text, Filtered const& layer)
{
    auto prepared = filter;
    Preparation{layer}.prepare(prepared);
    fes::Context context{.layer_crs = layer.layer_crs, .feature_id = id_field(layer)};
    context.budget = layer.budget;
    context.is_text = [&](std::string_view name) {
        return std::ranges::any_of(layer.fields, [&](feature::Field const& field) {
            return field.type == feature::FieldType::Text &&
                   equals_ignoring_case(field.name, name) &&
                   compares_as_text(layer.definition, field.name);
        });
    };
    context.type_of = [&](std::string_view name) -> std::optional<expr::Type> {
        auto const found = std::ranges::find_if(layer.fields, [&](feature::Field const& field) {
            return equals_ignoring_case(field.name, name);
        });
        return found == layer.fields.end() ? std::nullopt : type_of(*found, layer.definition);
    };
    try {
        auto condition = fes::parse_filter(prepared, context);
        if (prepared.name != "Filter" || condition.is_always_true()) {
            refuse(filter, text);
        }
        return condition;
    } catch (WfsException const&) {
        throw;
    } catch (PublicError const& error) { // a limit, which the filter itself would not explain
        throw WfsException{invalid_value, "filter", in_get_feature, error.public_text()};
    } catch (Error const& error) {
        if (error.kind() != ErrorKind::BadRequest) {
            throw;
        }
        refuse(filter, text);
    }
}

expr::Expression filter_of(std::span<std::string const> ids, Filtered const& layer)
{
    if (!layer.properties.id) { // as in MapServer
        return nothing();
    }
    std::vector<std::string> values;
    for (auto const& id : ids) {
        values.push_back(id.substr(std::min(id.size(), id.rfind('.') + 1)));
    }
    return is_one_of(id_field(layer), values);
}

} // namespace ms::ows::wfs
