// SPDX-License-Identifier: MIT
#include "base/string.hpp"
#include "ows/common/access.hpp"
#include "ows/common/inspire.hpp"
#include "ows/wfs/capabilities.hpp"
#include "ows/wfs/feature_types.hpp"
#include "ows/wfs/format_list.hpp"
#include "ows/wfs/format_names.hpp"

#include <algorithm>
#include <array>

namespace ms::ows::wfs {

namespace {

using Values = std::vector<std::string>;

/// 2.0.0 wraps them as OWS Common 1.1 does.
void write_values(CapabilitiesWriter& writer, std::string_view kind, std::string_view name,
                  Values const& values)
{
    auto& xml = writer.xml;
    bool const is_wfs20 = writer.version == Version::V200;
    xml.open(kind).attribute("name", name);
    if (is_wfs20) {
        xml.open("ows:AllowedValues");
    }
    for (auto const& value : values) {
        xml.element("ows:Value", value);
    }
    if (is_wfs20) {
        xml.close();
    }
    xml.close();
}

void write_parameter(CapabilitiesWriter& writer, std::string_view name, Values const& values)
{
    write_values(writer, "ows:Parameter", name, values);
}

void open_operation(CapabilitiesWriter& writer, std::string_view name)
{
    auto& xml = writer.xml;
    xml.open("ows:Operation").attribute("name", name).open("ows:DCP").open("ows:HTTP");
    for (auto const* const method : {"ows:Get", "ows:Post"}) {
        xml.open(method)
            .attribute("xlink:type", "simple")
            .attribute("xlink:href", writer.online_resource)
            .close();
    }
    xml.close().close();
}

bool is_offered(CapabilitiesWriter const& writer, std::string_view name)
{
    return is_enabled_for_any(writer.map(), name, Service::Wfs);
}

Values gml_names(Version version)
{
    auto const names = gml_formats(version);
    return {names.begin(), names.end()};
}

void write_capabilities_operation(CapabilitiesWriter& writer)
{
    bool const is_wfs20 = writer.version == Version::V200;
    open_operation(writer, "GetCapabilities");
    if (!is_wfs20) {
        write_parameter(writer, "service", {"WFS"});
    }
    write_parameter(writer, "AcceptVersions",
                    is_wfs20 ? Values{"2.0.0", "1.1.0", "1.0.0"} : Values{"1.0.0", "1.1.0"});
    write_parameter(writer, "AcceptFormats", {"text/xml"});
    if (is_wfs20) {
        write_parameter(writer, "Sections",
                        {"ServiceIdentification", "ServiceProvider", "OperationsMetadata",
                         "FeatureTypeList", "Filter_Capabilities"});
    }
    writer.xml.close();
}

void write_feature_operations(CapabilitiesWriter& writer)
{
    bool const is_wfs20 = writer.version == Version::V200;
    if (is_offered(writer, "DescribeFeatureType")) {
        open_operation(writer, "DescribeFeatureType");
        write_parameter(writer, "outputFormat",
                        is_wfs20 ? gml_names(writer.version)
                                 : Values{"XMLSCHEMA", "text/xml; subtype=gml/2.1.2",
                                          "text/xml; subtype=gml/3.1.1"});
        writer.xml.close();
    }
    if (is_offered(writer, "GetFeature")) {
        open_operation(writer, "GetFeature");
        if (!is_wfs20) {
            write_parameter(writer, "resultType", {"results", "hits"});
        }
        write_parameter(writer, "outputFormat", all_formats(writer));
        writer.xml.close();
    }
}

/// The operations that 2.0.0 adds.
void write_new_operations(CapabilitiesWriter& writer)
{
    if (is_offered(writer, "GetPropertyValue")) {
        open_operation(writer, "GetPropertyValue");
        write_parameter(writer, "outputFormat", gml_names(writer.version));
        writer.xml.close();
    }
    for (auto const* const name : {"ListStoredQueries", "DescribeStoredQueries"}) {
        if (is_offered(writer, name)) {
            open_operation(writer, name);
            writer.xml.close();
        }
    }
    write_parameter(writer, "version", {"2.0.0", "1.1.0", "1.0.0"});
}

void write_default(CapabilitiesWriter& writer, std::string_view name, std::string_view value)
{
    writer.xml.open("ows:Constraint").attribute("name", name);
    writer.xml.open("ows:NoValues").close().element("ows:DefaultValue", value).close();
}

/// OGC 09-025r2, tables 13 and 14.
void write_constraints(CapabilitiesWriter& writer)
{
    struct Row {
        std::string_view name;
        bool is_true;
    };
    constexpr std::array rows{Row{"ImplementsBasicWFS", true},
                              Row{"ImplementsTransactionalWFS", false},
                              Row{"ImplementsLockingWFS", false},
                              Row{"KVPEncoding", true},
                              Row{"XMLEncoding", true},
                              Row{"SOAPEncoding", false},
                              Row{"ImplementsInheritance", false},
                              Row{"ImplementsRemoteResolve", false},
                              Row{"ImplementsResultPaging", true},
                              Row{"ImplementsStandardJoins", false},
                              Row{"ImplementsSpatialJoins", false},
                              Row{"ImplementsTemporalJoins", false},
                              Row{"ImplementsFeatureVersioning", false},
                              Row{"ManageStoredQueries", false},
                              Row{"PagingIsTransactionSafe", false}};
    for (auto const& row : rows) {
        write_default(writer, row.name, row.is_true ? "TRUE" : "FALSE");
    }
    if (auto const limit = writer.value("maxfeatures"); parse_int(limit)) {
        write_default(writer, "CountDefault", limit);
    }
    write_values(writer, "ows:Constraint", "QueryExpressions", {"wfs:Query", "wfs:StoredQuery"});
}

/// The data sets of wfs_inspire_dsid_code, with their namespaces if there are as many, as in
/// MapServer.
void write_data_sets(CapabilitiesWriter& writer)
{
    auto const codes = writer.value("inspire_dsid_code");
    if (codes.empty()) {
        writer.xml.comment("WARNING: Required metadata \"inspire_dsid_code\" missing");
        return;
    }
    auto const sets = split(codes, ',');
    auto const spaces = split(writer.value("inspire_dsid_ns"), ',');
    for (std::size_t i = 0; i < sets.size(); ++i) {
        writer.xml.open("inspire_dls:SpatialDataSetIdentifier");
        writer.xml.element("inspire_common:Code", trim(sets[i]));
        if (spaces.size() == sets.size() && !trim(spaces[i]).empty()) {
            writer.xml.element("inspire_common:Namespace", trim(spaces[i]));
        }
        writer.xml.close();
    }
}

void write_inspire(CapabilitiesWriter& writer)
{
    if (inspire_scenario(writer.map(), Service::Wfs) == InspireScenario::None) {
        return;
    }
    writer.xml.open("ows:ExtendedCapabilities").open("inspire_dls:ExtendedCapabilities");
    write_inspire_metadata(writer.xml, writer.call, {Service::Wfs, "download"});
    write_data_sets(writer);
    writer.xml.close().close();
}

} // namespace

std::vector<std::string> all_formats(CapabilitiesWriter const& writer)
{
    auto names = gml_names(writer.version);
    for (auto const index : feature_types(writer.map(), "GetFeature")) {
        for (auto const& name :
             format_names(writer.map(), writer.map().layers[index], writer.version)) {
            if (std::ranges::find(names, name) == names.end()) {
                names.push_back(name);
            }
        }
    }
    return names;
}

void write_operations(CapabilitiesWriter& writer)
{
    writer.xml.open("ows:OperationsMetadata");
    write_capabilities_operation(writer);
    write_feature_operations(writer);
    if (writer.version == Version::V200) {
        write_new_operations(writer);
        write_constraints(writer);
        write_inspire(writer);
    } else if (auto const limit = writer.value("maxfeatures"); parse_int(limit)) {
        write_values(writer, "ows:Constraint", "DefaultMaxFeatures", {std::string{limit}});
    }
    writer.xml.close();
}

} // namespace ms::ows::wfs
