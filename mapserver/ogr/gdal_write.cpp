// SPDX-License-Identifier: MIT
#include "ogr/gdal_write.hpp"

#include "base/error.hpp"
#include "base/handle.hpp"
#include "base/string.hpp"
#include "ogr/gdal_memory.hpp"

#include <cpl_string.h>
#include <cpl_vsi.h>
#include <gdal.h>
#include <ogr_api.h>
#include <ogr_geometry.h>
#include <ogr_srs_api.h>

#include <type_traits>
#include <utility>

namespace ms::ogr {

namespace {

// Depending on its build, GDAL's handles are void* or pointers to their own types.
using Dataset = Handle<std::remove_pointer_t<GDALDatasetH>, GDALClose>;
using FieldDefinition = Handle<std::remove_pointer_t<OGRFieldDefnH>, OGR_Fld_Destroy>;
using Feature = Handle<std::remove_pointer_t<OGRFeatureH>, OGR_F_Destroy>;
using SpatialReference = Handle<std::remove_pointer_t<OGRSpatialReferenceH>, OSRRelease>;

/// Reports that a driver does not support a request of the mapfile.
[[noreturn]] void refuse(Document const& document, std::string const& what,
                         Complaints const& complaints)
{
    auto const why = complaints.last();
    throw Error{ErrorKind::BadMapfile, "GDAL's driver \"" + document.driver + "\" " + what +
                                           (why.empty() ? "" : ": " + why)};
}

bool can(GDALDriverH driver, char const* capability)
{
    auto const* const value = GDALGetMetadataItem(driver, capability, nullptr);
    return value != nullptr && equals_ignoring_case(value, "YES");
}

/// Only drivers that can write to GDAL's memory file system: no databases, no services.
GDALDriverH find_driver(Document const& document)
{
    auto* const driver = GDALGetDriverByName(document.driver.c_str());
    if (driver == nullptr || !can(driver, GDAL_DCAP_VECTOR) || !can(driver, GDAL_DCAP_CREATE) ||
        !can(driver, GDAL_DCAP_VIRTUALIO)) {
        throw Error{ErrorKind::BadMapfile,
                    "GDAL has no driver \"" + document.driver + "\" that writes files of features"};
    }
    return driver;
}

/// Null-terminated, as GDAL takes options. Views into the texts.
std::vector<char*> list_of(Options const& options)
{
    std::vector<char*> list;
    for (auto const& option : options) {
        list.push_back(const_cast<char*>(option.c_str())); // GDAL's parameters lack a const
    }
    list.push_back(nullptr);
    return list;
}

OGRFieldType type_of(feature::FieldType type)
{
    using feature::FieldType;
    switch (type) {
    case FieldType::Boolean:
    case FieldType::Integer:
        return OFTInteger;
    case FieldType::Long:
        return OFTInteger64;
    case FieldType::Real:
        return OFTReal;
    case FieldType::Date:
        return OFTDate;
    case FieldType::Time:
        return OFTTime;
    case FieldType::DateTime:
        return OFTDateTime;
    case FieldType::Text:
        break;
    }
    return OFTString;
}

/// One layer, from its definition to its last feature.
class LayerWriter {
public:
    LayerWriter(Document const& document, Layer const& layer, GDALDatasetH dataset,
                MemoryFolder const& folder, Complaints const& complaints)
        : m_document(document), m_layer(layer), m_folder(folder), m_complaints(complaints),
          m_target(create(dataset)), m_has_long(takes_long(dataset))
    {
        for (auto const& field : layer.fields) {
            add_field(field);
        }
    }

    void write_all()
    {
        constexpr std::size_t between_checks = 256;
        for (std::size_t row = 0; row < m_layer.rows->size(); ++row) {
            if (row % between_checks == 0) {
                check();
            }
            write(row);
        }
    }

private:
    void check() const
    {
        if (m_document.check) {
            m_document.check();
        }
        m_folder.require_at_most(m_document.max_bytes);
    }

    [[nodiscard]] OGRLayerH create(GDALDatasetH dataset) const
    {
        auto const options = list_of(m_document.layer_options);
        auto const system = reference_system();
        auto* const created = GDALDatasetCreateLayer(
            dataset, m_layer.name.c_str(), system.get(),
            OGRFromOGCGeomType(m_layer.geometry_type.c_str()), options.data());
        if (created == nullptr) {
            refuse(m_document, "does not take layer \"" + m_layer.name + "\"", m_complaints);
        }
        return created;
    }

    /// Null if the layer has no CRS, or one that GDAL does not know.
    [[nodiscard]] SpatialReference reference_system() const
    {
        if (m_layer.crs.empty()) {
            return nullptr;
        }
        SpatialReference system{OSRNewSpatialReference(nullptr)};
        if (OSRSetFromUserInput(system.get(), m_layer.crs.c_str()) != OGRERR_NONE) {
            return nullptr;
        }
        // Ours are always x, y.
        OSRSetAxisMappingStrategy(system.get(), OAMS_TRADITIONAL_GIS_ORDER);
        return system;
    }

    /// Its number in the file is that of the layer, unless the driver leaves it out. Whether the
    /// format has integers of 64 bits; the default for a driver that does not declare it is true.
    static bool takes_long(GDALDatasetH dataset)
    {
        char const* const types = GDALGetMetadataItem(GDALGetDatasetDriver(dataset),
                                                      GDAL_DMD_CREATIONFIELDDATATYPES, nullptr);
        return types == nullptr ||
               std::string_view{types}.find("Integer64") != std::string_view::npos;
    }

    void add_field(feature::Field const& field)
    {
        auto const type = type_of(field.type);
        // MapInfo has no 64-bit integers, but reals: exact up to 2^53.
        FieldDefinition const definition{OGR_Fld_Create(
            field.name.c_str(), type == OFTInteger64 && !m_has_long ? OFTReal : type)};
        OGR_Fld_SetWidth(definition.get(), field.width);
        OGR_Fld_SetPrecision(definition.get(), field.precision);
        auto* const target = OGR_L_GetLayerDefn(m_target);
        auto const before = OGR_FD_GetFieldCount(target);
        if (OGR_L_CreateField(m_target, definition.get(), TRUE) != OGRERR_NONE) {
            refuse(m_document, "does not take item \"" + field.name + "\"", m_complaints);
        }
        m_numbers.push_back(OGR_FD_GetFieldCount(target) > before ? before : -1);
    }

    void write(std::size_t row)
    {
        Feature const feature{OGR_F_Create(OGR_L_GetLayerDefn(m_target))};
        auto& rows = *m_layer.rows;
        if (auto const id = rows.id(row)) {
            OGR_F_SetFID(feature.get(), *id);
        }
        for (std::size_t field = 0; field < m_numbers.size(); ++field) {
            if (m_numbers[field] >= 0) {
                set(feature.get(), field, rows.value(row, field));
            }
        }
        set_geometry(feature.get(), rows.geometry(row));
        if (OGR_L_CreateFeature(m_target, feature.get()) != OGRERR_NONE) {
            refuse(m_document, "does not take a feature of layer \"" + m_layer.name + "\"",
                   m_complaints);
        }
    }

    /// As in MapServer, whose attributes know no NULL: texts are empty then, numbers unset.
    void set(OGRFeatureH feature, std::size_t field, std::optional<std::string_view> value) const
    {
        auto const type = m_layer.fields[field].type;
        auto const number = m_numbers[field];
        if (type == feature::FieldType::Text) {
            OGR_F_SetFieldString(feature, number, std::string{value.value_or("")}.c_str());
        } else if (value && type == feature::FieldType::Boolean) {
            bool const is_true = !value->empty() && std::string_view{"tTyY1"}.find(
                                                        value->front()) != std::string_view::npos;
            OGR_F_SetFieldInteger(feature, number, is_true ? 1 : 0);
        } else if (value && !value->empty()) {
            OGR_F_SetFieldString(feature, number, std::string{*value}.c_str());
        }
    }

    static void set_geometry(OGRFeatureH feature, std::span<std::byte const> wkb)
    {
        OGRGeometryH geometry = nullptr;
        if (!wkb.empty() && OGR_G_CreateFromWkb(wkb.data(), nullptr, &geometry,
                                                static_cast<int>(wkb.size())) == OGRERR_NONE) {
            OGR_F_SetGeometryDirectly(feature, geometry);
        }
    }

    Document const& m_document;
    Layer const& m_layer;
    MemoryFolder const& m_folder;
    Complaints const& m_complaints;
    OGRLayerH m_target; ///< the data set's
    bool m_has_long;
    std::vector<int> m_numbers; ///< of the fields in the file; -1: missing
};

} // namespace

Files write(Document const& document)
{
    Complaints const complaints;
    auto* const driver = find_driver(document);
    MemoryFolder folder;
    auto const options = list_of(document.options);
    Dataset dataset{GDALCreate(driver, folder.path_of(document.file_name).c_str(), 0, 0, 0,
                               GDT_Unknown, options.data())};
    if (dataset == nullptr) {
        refuse(document, "makes no file", complaints);
    }
    for (auto const& layer : document.layers) {
        LayerWriter{document, layer, dataset.get(), folder, complaints}.write_all();
    }
    CPLErrorReset();
    dataset.reset(); // much is written only now
    if (CPLGetLastErrorType() >= CE_Failure) {
        refuse(document, "does not finish", complaints);
    }
    folder.require_at_most(document.max_bytes);
    return folder.take_files();
}

std::vector<std::uint8_t> zip(Files files, std::size_t max_bytes)
{
    Complaints const complaints;
    MemoryFolder folder;
    std::size_t left = 0;
    for (auto const& file : files) {
        left += file.bytes.size();
    }
    auto const archive = "/vsizip/" + folder.path_of("all.zip");
    using Open = Handle<VSILFILE, VSIFCloseL>;
    // Open until the last file is in it: GDAL writes the directory of an archive when it closes.
    Open whole{VSIFOpenL(archive.c_str(), "wb")};
    for (auto& file : files) {
        Open const part{VSIFOpenL((archive + '/' + file.name).c_str(), "wb")};
        if (whole == nullptr || part == nullptr ||
            VSIFWriteL(file.bytes.data(), 1, file.bytes.size(), part.get()) != file.bytes.size()) {
            throw Error{ErrorKind::Internal, "GDAL writes no archive: " + complaints.last()};
        }
        folder.require_at_most(max_bytes, left);
        left -= file.bytes.size();
        file.bytes = {};
    }
    whole.reset();
    auto made = folder.take_files();
    if (made.size() != 1) {
        throw Error{ErrorKind::Internal, "GDAL writes no archive: " + complaints.last()};
    }
    return std::move(made.front().bytes);
}

} // namespace ms::ogr
