// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "base/string.hpp"
#include "base/xml_writer.hpp"
#include "mapfile/visible_items.hpp"
#include "ows/common/metadata.hpp"
#include "ows/features/element_name.hpp"
#include "ows/features/properties.hpp"
#include "ows/wfs/feature_types.hpp"
#include "ows/wfs/operations.hpp"
#include "ows/wfs/schema_types.hpp"
#include "ows/wfs/wfs_exception.hpp"
#include "source/registry.hpp"

#include <algorithm>

namespace ms::ows::wfs {

namespace {

constexpr std::string_view routine = "msWFSDescribeFeatureType()";

GmlSchema schema_of(Request const& request)
{
    auto const& requested = request.output_format;
    if (trim(requested).empty()) {
        return request.version == Version::V100   ? GmlSchema::V2
               : request.version == Version::V110 ? GmlSchema::V31
                                                  : GmlSchema::V32;
    }
    if (auto const schema = find_gml_schema(requested)) {
        return *schema;
    }
    throw WfsException{invalid_value, "outputformat", routine,
                       "Unsupported DescribeFeatureType outputFormat (" + requested.substr(0, 100) +
                           ")."};
}

std::string_view content_type(GmlSchema schema, Request const& request)
{
    if (request.version == Version::V100 && trim(request.output_format).empty()) {
        return "text/xml; charset=UTF-8";
    }
    switch (schema) {
    case GmlSchema::V2:
        return "text/xml; subtype=gml/2.1.2; charset=UTF-8";
    case GmlSchema::V31:
        return "text/xml; subtype=gml/3.1.1; charset=UTF-8";
    default:
        return "application/gml+xml; version=3.2; charset=UTF-8";
    }
}

std::vector<std::size_t> described_types(mapfile::Map const& map, Request const& request,
                                         Deadline const& deadline)
{
    constexpr std::string_view operation = "DescribeFeatureType";
    if (request.type_names.empty()) {
        return feature_types(map, operation);
    }
    std::vector<std::size_t> found;
    for (auto const& name : request.type_names) {
        deadline.check();
        auto const index = find_feature_type(map, name, operation);
        if (!index) {
            throw WfsException{invalid_value, "typename", routine,
                               "Invalid typename (" + name.substr(0, 100) +
                                   "). A layer might be disabled for this request. Check "
                                   "wfs/ows_enable_request settings."};
        }
        found.push_back(*index);
    }
    std::ranges::sort(found); // in the order of the map, as in MapServer
    auto const repeated = std::ranges::unique(found);
    found.erase(repeated.begin(), repeated.end());
    return found;
}

/// The state of a schema document while it is written.
class SchemaWriter {
public:
    SchemaWriter(Call const& call, GmlSchema schema, Version version)
        : m_call(call), m_map(*call.map), m_schema(schema), m_version(version),
          m_space(namespace_of(m_map))
    {
        // A prefix is this document's own affair, and names without one are XML schema's here.
        m_space.prefix = m_space.prefix.empty() ? std::string_view{"ms"} : m_space.prefix;
    }

    /// \param leaves_out_broken of many types, those whose source fails, so that a client that
    /// asks for all can use the others
    std::string write(std::vector<std::size_t> const& types, bool leaves_out_broken)
    {
        open_root();
        if (m_version == Version::V100 && m_schema == GmlSchema::V31) {
            write_collection();
        }
        for (auto const index : types) {
            m_call.services.deadline.check();
            try {
                write_type(m_map.layers[index]);
            } catch (Error const& error) {
                if (!leaves_out_broken || types.size() == 1) {
                    throw;
                }
                m_call.services.deadline.check();
                m_call.services.log.write(LogLevel::Error,
                                          std::string{"DescribeFeatureType: "} + error.what());
            }
        }
        m_xml.close();
        return m_xml.take();
    }

private:
    void open_root()
    {
        bool const is_wfs20 = m_schema == GmlSchema::V32;
        std::string_view const gml =
            is_wfs20 ? "http://www.opengis.net/gml/3.2" : "http://www.opengis.net/gml";
        m_xml.open("schema")
            .attribute("targetNamespace", m_space.uri)
            .attribute("xmlns:" + std::string{m_space.prefix}, m_space.uri)
            .attribute("xmlns:xsd", "http://www.w3.org/2001/XMLSchema")
            .attribute("xmlns", "http://www.w3.org/2001/XMLSchema")
            .attribute("xmlns:gml", gml)
            .attribute("elementFormDefault", "qualified")
            .attribute("version", "0.1");
        m_xml.open("import")
            .attribute("namespace", gml)
            .attribute("schemaLocation",
                       schemas_location(m_map, Service::Wfs) + (is_wfs20 ? "/gml/3.2.1/gml.xsd"
                                                                : m_schema == GmlSchema::V31
                                                                    ? "/gml/3.1.1/base/gml.xsd"
                                                                    : "/gml/2.1.2/feature.xsd"))
            .close();
    }

    /// The collection of features of GML 3 in 1.0.0, whose own is of GML 2 (OGC 06-049r1).
    void write_collection()
    {
        auto const name = element_name(m_space.collection);
        m_xml.open("element")
            .attribute("name", name)
            .attribute("type", qualified(m_space, name + "Type"))
            .attribute("substitutionGroup", "gml:_FeatureCollection")
            .close();
        m_xml.open("complexType")
            .attribute("name", name + "Type")
            .open("complexContent")
            .open("extension")
            .attribute("base", "gml:AbstractFeatureCollectionType")
            .open("attribute")
            .attribute("name", "version")
            .attribute("type", "string")
            .attribute("use", "required")
            .attribute("fixed", "1.0.0");
        m_xml.close().close().close().close();
    }

    /// A source that fails is an error: a schema without its items would be a wrong one.
    Properties properties_of_layer(mapfile::Layer const& layer) const
    {
        auto const source = source::open_source(m_map, layer, m_call.services);
        return properties_of(layer, source->schema().fields);
    }

    void write_type(mapfile::Layer const& layer)
    {
        auto const name = type_name(layer);
        auto const properties = properties_of_layer(layer);
        m_xml.open("element")
            .attribute("name", name)
            .attribute("type", qualified(m_space, name + "Type"))
            .attribute("substitutionGroup",
                       m_schema == GmlSchema::V32 ? "gml:AbstractFeature" : "gml:_Feature")
            .close();
        m_xml.open("complexType").attribute("name", name + "Type").open("complexContent");
        m_xml.open("extension").attribute("base", "gml:AbstractFeatureType").open("sequence");
        write_geometries(layer, properties);
        for (auto const& constant : properties.constants) {
            write_constant(layer, constant);
        }
        for (std::size_t i = 0; i < properties.items.size(); ++i) {
            if (!is_grouped(properties, i)) {
                write_item(properties.items[i]);
            }
        }
        for (auto const& group : properties.groups) {
            m_xml.open("element")
                .attribute("name", group.name)
                .attribute("type", qualified(m_space, type_of(layer, group)))
                .close();
        }
        m_xml.close().close().close().close();
        for (auto const& group : properties.groups) {
            write_group(layer, properties, group);
        }
    }

    void write_geometries(mapfile::Layer const& layer, Properties const& properties)
    {
        bool const has_choice = properties.geometries.size() > 1;
        if (has_choice) {
            m_xml.open("choice");
        }
        for (auto const& geometry : properties.geometries) {
            auto const occurrence = occurrence_of(layer, geometry.name);
            m_xml.open("element")
                .attribute("name", geometry.name)
                .attribute("type", geometry_type(geometry.type, m_schema))
                .attribute("minOccurs", occurrence.least)
                .attribute("maxOccurs", occurrence.most)
                .close();
        }
        if (has_choice) {
            m_xml.close();
        }
    }

    void write_constant(mapfile::Layer const& layer, Constant const& constant)
    {
        auto const* const name = layer.metadata.find("gml_" + constant.name + "_type");
        auto const type = name == nullptr ? std::nullopt : mapfile::find_field_type(*name);
        m_xml.open("element")
            .attribute("name", constant.name)
            .attribute("type", simple_type(type.value_or(feature::FieldType::Text), m_schema))
            .close();
    }

    void write_item(ItemProperty const& item)
    {
        if (item.form) {
            return; // gml_<item>_template writes what no schema can know, as in MapServer
        }
        m_xml.open("element").attribute("name", item.name);
        if (!item.is_mandatory) {
            m_xml.attribute("minOccurs", "0");
        }
        if (item.is_nillable) {
            m_xml.attribute("nillable", "true");
        }
        m_xml
            .attribute("type",
                       simple_type(item.is_typed ? item.type : feature::FieldType::Text, m_schema))
            .close();
    }

    static bool is_grouped(Properties const& properties, std::size_t item)
    {
        return std::ranges::any_of(properties.groups, [&](Group const& group) {
            return std::ranges::find(group.items, item) != group.items.end();
        });
    }

    /// gml_<group>_type, else its name followed by "Type".
    static std::string type_of(mapfile::Layer const& layer, Group const& group)
    {
        auto const* const type = layer.metadata.find("gml_" + group.name + "_type");
        return type == nullptr ? group.name + "Type" : element_name(*type);
    }

    void write_group(mapfile::Layer const& layer, Properties const& properties, Group const& group)
    {
        m_xml.open("complexType").attribute("name", type_of(layer, group)).open("sequence");
        for (auto const index : group.items) {
            auto item = properties.items[index];
            item.is_nillable = false; // as in MapServer
            write_item(item);
        }
        m_xml.close().close();
    }

    Call const& m_call;
    mapfile::Map const& m_map;
    GmlSchema m_schema;
    Version m_version;
    Namespace m_space;
    XmlWriter m_xml{"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"};
};

} // namespace

http::Response describe_feature_type(Call const& call, Request const& request)
{
    auto const schema = schema_of(request);
    auto const types = described_types(*call.map, request, call.services.deadline);
    return http::text_response(
        200, std::string{content_type(schema, request)},
        SchemaWriter{call, schema, request.version}.write(types, request.type_names.empty()));
}

} // namespace ms::ows::wfs
