// SPDX-License-Identifier: MIT
#include "ogr/gdal_read.hpp"

#include "base/error.hpp"
#include "base/handle.hpp"
#include "base/string.hpp"
#include "ogr/gdal_memory.hpp"

#include <cpl_conv.h>
#include <cpl_error.h>
#include <cpl_vsi.h>
#include <gdal.h>
#include <ogr_api.h>
#include <ogr_geometry.h>
#include <ogr_srs_api.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <utility>
#include <vector>

namespace ms::ogr {

namespace {

using Dataset = Handle<std::remove_pointer_t<GDALDatasetH>, GDALClose>;
using Feature = Handle<std::remove_pointer_t<OGRFeatureH>, OGR_F_Destroy>;

/// Formats whose features are in the named file, or beside it. Others open databases, services of
/// the network or further files. The sources of a VRT have been checked before.
constexpr std::array drivers{"GeoJSON",      "GeoJSONSeq",
                             "TopoJSON",     "ESRIJSON",
                             "GPKG",         "FlatGeobuf",
                             "SQLite",       "CSV",
                             "MapInfo File", "GML",
                             "LIBKML",       "KML",
                             "GPX",          "DXF",
                             "DGN",          "CAD",
                             "S57",          "ESRI Shapefile",
                             "JML",          "GeoRSS",
                             "OpenFileGDB",  "Parquet",
                             "Arrow",        "OGR_GMT",
                             "MapML",        "ODS",
                             "XLSX",         "XLS",
                             "Geoconcept",   "UK .NTF",
                             "OGR_SDTS",     "LVBAG",
                             "VFK",          "EDIGEO",
                             "SVG",          "SXF",
                             "Selafin",      "TIGER",
                             "AVCBin",       "AVCE00",
                             "WAsP",         "Idrisi",
                             "VDV",          static_cast<char const*>(nullptr)};
/// Nothing is fetched from where a GML says that its schema lies, nor written beside it.
constexpr std::array gml_options{"DOWNLOAD_SCHEMA=NO", "WRITE_GFS=NO",
                                 static_cast<char const*>(nullptr)};

bool is_gml(std::string const& path)
{
    auto const name = to_lower(path);
    return name.ends_with(".gml") || name.ends_with(".gml.gz");
}

/// Only for a VRT given as text: a file may be a VRT under any name.
constexpr std::array<char const*, 2> vrt_driver{"OGR_VRT", nullptr};

[[noreturn]] void refuse(std::string const& what, Complaints const& complaints)
{
    auto const why = complaints.last();
    throw Error{ErrorKind::Source, "GDAL " + what + (why.empty() ? "" : ": " + why)};
}

feature::FieldType type_of(OGRFieldDefnH definition)
{
    using feature::FieldType;
    switch (OGR_Fld_GetType(definition)) {
    case OFTInteger:
        return OGR_Fld_GetSubType(definition) == OFSTBoolean ? FieldType::Boolean
                                                             : FieldType::Integer;
    case OFTInteger64:
        return FieldType::Long;
    case OFTReal:
        return FieldType::Real;
    case OFTDate:
        return FieldType::Date;
    case OFTTime:
        return FieldType::Time;
    case OFTDateTime:
        return FieldType::DateTime;
    default:
        return FieldType::Text;
    }
}

feature::Schema schema_of(OGRLayerH layer)
{
    feature::Schema schema;
    auto* const definition = OGR_L_GetLayerDefn(layer);
    for (int i = 0; i < OGR_FD_GetFieldCount(definition); ++i) {
        auto* const field = OGR_FD_GetFieldDefn(definition, i);
        schema.fields.push_back({.name = OGR_Fld_GetNameRef(field),
                                 .type = type_of(field),
                                 .width = OGR_Fld_GetWidth(field),
                                 .precision = OGR_Fld_GetPrecision(field)});
    }
    return schema;
}

/// Documents in memory. GML may name schemas and files elsewhere.
constexpr std::array<char const*, 3> document_drivers{"GML", "GeoJSON", nullptr};
constexpr std::array<char const*, 4> document_options{"DOWNLOAD_SCHEMA=NO", "WRITE_GFS=NO",
                                                      "EMPTY_AS_NULL=YES", nullptr};

class GdalFile : public FeatureFile {
public:
    explicit GdalFile(FileLayer const& requested, char const* const* allowed = drivers.data(),
                      char const* const* fixed_options = nullptr)
        : m_condition(requested.condition)
    {
        Complaints const complaints;
        std::vector<char const*> options;
        for (; fixed_options != nullptr && *fixed_options != nullptr; ++fixed_options) {
            options.push_back(*fixed_options);
        }
        for (auto const& option : requested.options) {
            options.push_back(option.c_str());
        }
        options.push_back(nullptr);
        bool const is_vrt = requested.path.starts_with('<');
        m_dataset.reset(GDALOpenEx(requested.path.c_str(),
                                   GDAL_OF_VECTOR | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR,
                                   is_vrt ? vrt_driver.data() : allowed, options.data(), nullptr));
        if (m_dataset == nullptr) {
            refuse("opens no such file of features", complaints);
        }
        m_layer = find(requested.layer);
        if (m_layer == nullptr) {
            release();
            refuse("finds no layer \"" + requested.layer + "\"", complaints);
        }
        if (!requested.order.empty()) {
            if (has_more_than(requested.max_sorted)) {
                release();
                throw Error{ErrorKind::Limit, "the layer is not sorted, because it has more than " +
                                                  std::to_string(requested.max_sorted) +
                                                  " features"};
            }
            sort(requested);
            if (m_layer == nullptr) {
                release();
                refuse("does not sort the layer", complaints);
            }
        }
        if (!m_condition.empty() &&
            OGR_L_SetAttributeFilter(m_layer, m_condition.c_str()) != OGRERR_NONE) {
            release();
            refuse("does not take NATIVE_FILTER", complaints);
        }
        m_schema = schema_of(m_layer);
    }
    ~GdalFile() override
    {
        Complaints const complaints;
        release();
    }

    [[nodiscard]] feature::Schema const& schema() const override { return m_schema; }

    [[nodiscard]] std::optional<geometry::Box> extent() override
    {
        Complaints const complaints;
        // As in MapServer, of all features; some drivers would regard the condition.
        OGR_L_SetAttributeFilter(m_layer, nullptr);
        OGREnvelope envelope;
        auto const result = OGR_L_GetExtent(m_layer, &envelope, TRUE);
        if (!m_condition.empty()) {
            OGR_L_SetAttributeFilter(m_layer, m_condition.c_str());
        }
        if (result != OGRERR_NONE) {
            return std::nullopt;
        }
        return geometry::Box{envelope.MinX, envelope.MinY, envelope.MaxX, envelope.MaxY};
    }

    [[nodiscard]] std::optional<std::int64_t> count() override
    {
        Complaints const complaints;
        auto const count = OGR_L_GetFeatureCount(m_layer, FALSE);
        return count < 0 ? std::nullopt : std::optional<std::int64_t>{count};
    }

    [[nodiscard]] std::string crs() override
    {
        Complaints const complaints;
        auto* const system = OGR_L_GetSpatialRef(m_layer);
        if (system == nullptr) {
            return {};
        }
        auto const* const authority = OSRGetAuthorityName(system, nullptr);
        auto const* const code = OSRGetAuthorityCode(system, nullptr);
        if (authority != nullptr && code != nullptr) {
            return std::string{authority} + ':' + code;
        }
        char* wkt = nullptr;
        OSRExportToWkt(system, &wkt);
        std::string text = wkt == nullptr ? "" : wkt;
        CPLFree(wkt);
        return text;
    }

    [[nodiscard]] std::string description() override
    {
        auto* const driver = GDALGetDatasetDriver(m_dataset.get());
        return std::string{"GDAL's "} + GDALGetDriverShortName(driver) + ", layer \"" +
               OGR_L_GetName(m_layer) + "\": " +
               (OGR_L_TestCapability(m_layer, OLCFastSpatialFilter) != 0 ? "index" : "scan");
    }

    void select(Selection const& selection) override
    {
        Complaints const complaints;
        m_feature.reset();
        m_only = selection.id;
        m_is_named_read = false;
        if (selection.box) {
            OGR_L_SetSpatialFilterRect(m_layer, selection.box->min_x, selection.box->min_y,
                                       selection.box->max_x, selection.box->max_y);
        } else {
            OGR_L_SetSpatialFilter(m_layer, nullptr);
        }
        OGR_L_ResetReading(m_layer);
    }

    [[nodiscard]] bool next() override
    {
        Complaints const complaints;
        CPLErrorReset();
        m_feature.reset(m_only ? named(*m_only) : OGR_L_GetNextFeature(m_layer));
        if (m_feature == nullptr && CPLGetLastErrorType() >= CE_Failure) {
            refuse("does not read on", complaints);
        }
        return m_feature != nullptr;
    }

    [[nodiscard]] std::span<std::byte const> geometry() override
    {
        m_wkb.clear();
        auto* const geometry = OGR_F_GetGeometryRef(m_feature.get());
        if (geometry != nullptr) {
            m_wkb.resize(OGR_G_WkbSizeEx(geometry));
            auto* const bytes = reinterpret_cast<unsigned char*>(m_wkb.data());
            if (OGR_G_ExportToIsoWkb(geometry, wkbNDR, bytes) != OGRERR_NONE) {
                m_wkb.clear();
            }
        }
        return m_wkb;
    }

    [[nodiscard]] std::optional<std::string_view> value(std::size_t field) override
    {
        auto const number = static_cast<int>(field);
        if (OGR_F_IsFieldSetAndNotNull(m_feature.get(), number) == 0) {
            return std::nullopt;
        }
        using feature::FieldType;
        auto const type = m_schema.fields[field].type;
        if (type == FieldType::Date || type == FieldType::Time || type == FieldType::DateTime) {
            return time(number, type);
        }
        return OGR_F_GetFieldAsString(m_feature.get(), number);
    }

    [[nodiscard]] std::int64_t id() override { return OGR_F_GetFID(m_feature.get()); }

    [[nodiscard]] std::string_view style() override
    {
        auto const* const style = OGR_F_GetStyleString(m_feature.get());
        return style == nullptr ? std::string_view{} : std::string_view{style};
    }

private:
    [[nodiscard]] OGRLayerH find(std::string const& layer)
    {
        if (starts_with_ignoring_case(layer, "select ")) {
            m_answer = GDALDatasetExecuteSQL(m_dataset.get(), layer.c_str(), nullptr, nullptr);
            return m_answer;
        }
        auto* const named =
            layer.empty() ? nullptr : GDALDatasetGetLayerByName(m_dataset.get(), layer.c_str());
        auto const number = layer.empty() ? std::optional{0} : parse_int(layer);
        return named == nullptr && number ? GDALDatasetGetLayer(m_dataset.get(), *number) : named;
    }

    static std::string quoted(std::string const& name)
    {
        return "\"" + replace_all(name, "\"", "\"\"") + "\"";
    }

    /// Reads on where the format does not know the number.
    [[nodiscard]] bool has_more_than(std::int64_t limit)
    {
        auto count = OGR_L_GetFeatureCount(m_layer, FALSE);
        if (count >= 0) {
            return count > limit;
        }
        for (count = 0; count <= limit && Feature{OGR_L_GetNextFeature(m_layer)}; ++count) {
        }
        OGR_L_ResetReading(m_layer);
        return count > limit;
    }

    /// Replaces the layer with an SQL result in order; appends the order to a statement of the
    /// mapfile.
    void sort(FileLayer const& requested)
    {
        std::string order;
        for (auto const& key : requested.order) {
            order += (order.empty() ? " ORDER BY " : ", ") + quoted(key.field) +
                     (key.is_descending ? " DESC" : "");
        }
        auto sql = requested.layer;
        if (m_answer != nullptr) {
            GDALDatasetReleaseResultSet(m_dataset.get(), std::exchange(m_answer, nullptr));
        } else {
            sql = "SELECT * FROM " + quoted(OGR_L_GetName(m_layer));
        }
        m_answer = GDALDatasetExecuteSQL(m_dataset.get(), (sql + order).c_str(), nullptr, nullptr);
        m_layer = m_answer;
    }

    /// The one feature of this number, once. A condition is heeded only by reading on.
    [[nodiscard]] OGRFeatureH named(std::int64_t id)
    {
        if (std::exchange(m_is_named_read, true)) {
            return nullptr;
        }
        if (m_condition.empty()) {
            auto* const found = OGR_L_GetFeature(m_layer, id);
            CPLErrorReset(); // a missing one is not an error
            return found;
        }
        Feature feature;
        do {
            feature.reset(OGR_L_GetNextFeature(m_layer));
        } while (feature != nullptr && OGR_F_GetFID(feature.get()) != id);
        return feature.release();
    }

    void release()
    {
        m_feature.reset();
        if (m_answer != nullptr) {
            GDALDatasetReleaseResultSet(m_dataset.get(), std::exchange(m_answer, nullptr));
        }
        m_dataset.reset();
    }

    /// \param flag 0: unknown, 1: local, 100: UTC, which each quarter of an hour east adds 1 to
    static std::string zone_text(int flag)
    {
        constexpr int utc = 100;
        if (flag <= 1 || flag == utc) {
            return flag == utc ? "Z" : "";
        }
        auto const minutes = 15 * std::abs(flag - utc);
        std::array<char, 16> text{};
        std::snprintf(text.data(), text.size(), "%c%02d:%02d", flag < utc ? '-' : '+',
                      minutes / 60 % 100, minutes % 60);
        return text.data();
    }

    std::string_view time(int field, feature::FieldType type)
    {
        int year = 0;
        int month = 0;
        int day = 0;
        int hour = 0;
        int minute = 0;
        float second = 0;
        int zone = 0;
        OGR_F_GetFieldAsDateTimeEx(m_feature.get(), field, &year, &month, &day, &hour, &minute,
                                   &second, &zone);
        std::array<char, 64> date{};
        std::array<char, 64> clock{};
        std::snprintf(date.data(), date.size(), "%04d-%02d-%02d", year, month, day);
        std::snprintf(clock.data(), clock.size(), "%02d:%02d:%02d", hour, minute,
                      static_cast<int>(second));
        m_time = type == feature::FieldType::Date ? date.data()
                 : type == feature::FieldType::Time
                     ? clock.data()
                     : std::string{date.data()} + 'T' + clock.data() + zone_text(zone);
        return m_time;
    }

    std::string m_condition;
    Dataset m_dataset;
    OGRLayerH m_layer = nullptr;  ///< the data set's
    OGRLayerH m_answer = nullptr; ///< of SQL; released
    feature::Schema m_schema;
    std::optional<std::int64_t> m_only;
    bool m_is_named_read = false;
    Feature m_feature;
    std::vector<std::byte> m_wkb;
    std::string m_time;
};

/// A file in GDAL's memory.
struct MemoryDocument {
    MemoryDocument(std::string const& document, std::string const& name)
        : path(folder.path_of(name))
    {
        auto* const file = VSIFOpenL(path.c_str(), "wb");
        bool const is_whole = file != nullptr && VSIFWriteL(document.data(), 1, document.size(),
                                                            file) == document.size();
        if (file != nullptr) {
            VSIFCloseL(file);
        }
        if (!is_whole) {
            throw Error{ErrorKind::Internal, "GDAL makes no file in memory"};
        }
    }

    MemoryFolder folder;
    std::string path;
};

/// Owns the memory that its base reads: it must be freed after the dataset.
struct DocumentHolder {
    std::unique_ptr<MemoryDocument> document;
};

class DocumentFile final : private DocumentHolder, public GdalFile {
public:
    explicit DocumentFile(std::unique_ptr<MemoryDocument> held)
        : DocumentHolder{std::move(held)},
          GdalFile({.path = document->path, .layer = {}, .condition = {}}, document_drivers.data(),
                   document_options.data())
    {}
};

} // namespace

std::unique_ptr<FeatureFile> open_bytes(std::string const& document)
{
    auto const start = document.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    bool const is_xml = start != std::string::npos && document[start] == '<';
    return std::make_unique<DocumentFile>(
        std::make_unique<MemoryDocument>(document, is_xml ? "answer.gml" : "answer.json"));
}

std::unique_ptr<FeatureFile> open(FileLayer const& layer)
{
    return std::make_unique<GdalFile>(layer, drivers.data(),
                                      is_gml(layer.path) ? gml_options.data() : nullptr);
}

} // namespace ms::ogr
