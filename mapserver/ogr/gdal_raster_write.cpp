// SPDX-License-Identifier: MIT
#include "ogr/gdal_raster_write.hpp"

#include "base/error.hpp"
#include "base/handle.hpp"
#include "base/string.hpp"
#include "ogr/gdal_memory.hpp"

#include <cpl_conv.h>
#include <gdal.h>
#include <ogr_srs_api.h>

#include <algorithm>
#include <array>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace ms::ogr {

namespace {

using WrittenDataset = Handle<std::remove_pointer_t<GDALDatasetH>, GDALClose>;
using WrittenReference = Handle<std::remove_pointer_t<OGRSpatialReferenceH>, OSRRelease>;

bool has_capability(GDALDriverH driver, char const* capability)
{
    auto const* const value = GDALGetMetadataItem(driver, capability, nullptr);
    return value != nullptr && equals_ignoring_case(value, "YES");
}

/// Only drivers that can write to GDAL's memory file system: no databases, no services.
GDALDriverH raster_driver_of(RasterDocument const& document)
{
    auto* const driver = GDALGetDriverByName(document.driver.c_str());
    if (driver == nullptr || !has_capability(driver, GDAL_DCAP_VIRTUALIO) ||
        !(has_capability(driver, GDAL_DCAP_CREATE) ||
          has_capability(driver, GDAL_DCAP_CREATECOPY))) {
        throw Error{ErrorKind::BadMapfile,
                    "GDAL has no driver \"" + document.driver + "\" that writes raster files"};
    }
    return driver;
}

/// What GDAL says is for the log: it names files.
[[noreturn]] void refuse_document(RasterDocument const& document, Complaints const& complaints)
{
    auto const bands = std::to_string(document.bands) + (document.bands == 1 ? " band" : " bands");
    auto const text = "GDAL's driver \"" + document.driver + "\" does not write this image of " +
                      std::to_string(document.size.width) + " x " +
                      std::to_string(document.size.height) + " pixels with " + bands +
                      "; another format or fewer bands may do";
    auto const why = complaints.last();
    throw PublicError{ErrorKind::BadMapfile, text + (why.empty() ? "" : ": " + why), text};
}

GDALDataType written_type(raster::SampleType type)
{
    switch (type) {
    case raster::SampleType::Int16:
        return GDT_Int16;
    case raster::SampleType::Float32:
        return GDT_Float32;
    default:
        return GDT_Byte;
    }
}

/// As MapServer does, in the words of TIFF; drivers of other formats write it beside the file.
void set_resolution(RasterDocument const& document, GDALDatasetH dataset)
{
    if (document.resolution <= 0) {
        return;
    }
    auto const text = std::to_string(document.resolution);
    GDALSetMetadataItem(dataset, "TIFFTAG_XRESOLUTION", text.c_str(), nullptr);
    GDALSetMetadataItem(dataset, "TIFFTAG_YRESOLUTION", text.c_str(), nullptr);
    GDALSetMetadataItem(dataset, "TIFFTAG_RESOLUTIONUNIT", "2", nullptr); // inches
}

void describe(RasterDocument const& document, GDALDatasetH dataset)
{
    if (document.geo_transform) {
        auto transform = *document.geo_transform;
        GDALSetGeoTransform(dataset, transform.data());
    }
    if (!document.crs.empty()) {
        WrittenReference const crs{OSRNewSpatialReference(nullptr)};
        if (OSRSetFromUserInput(crs.get(), document.crs.c_str()) == OGRERR_NONE) {
            OSRSetAxisMappingStrategy(crs.get(), OAMS_TRADITIONAL_GIS_ORDER); // ours are x, y
            GDALSetSpatialRef(dataset, crs.get());
        }
    }
}

constexpr std::array color_meanings{GCI_RedBand, GCI_GreenBand, GCI_BlueBand, GCI_AlphaBand};

void describe_band(RasterDocument const& document, std::size_t index, GDALRasterBandH band)
{
    if (document.meaning == BandMeaning::Colors && index < color_meanings.size()) {
        GDALSetRasterColorInterpretation(band, color_meanings[index]);
    }
    if (document.no_data) {
        GDALSetRasterNoDataValue(band, *document.no_data);
    }
}

/// Adds a band whose pixels stay where they are.
bool add_band(GDALDatasetH dataset, GDALDataType type, std::byte* samples)
{
    constexpr std::size_t longest_address = 64;
    std::array<char, longest_address> address{};
    CPLPrintPointer(address.data(), samples, static_cast<int>(address.size()) - 1);
    std::string option = std::string{"DATAPOINTER="} + address.data();
    std::array<char*, 2> options{option.data(), nullptr};
    return GDALAddBand(dataset, type, options.data()) == CE_None;
}

/// The pixels as a dataset that drivers copy from. It must not outlive the document.
WrittenDataset in_memory(RasterDocument& document, Complaints const& complaints)
{
    auto const [width, height] = document.size;
    auto const type = written_type(document.type);
    auto const band_bytes = static_cast<std::size_t>(width) * static_cast<std::size_t>(height) *
                            static_cast<std::size_t>(GDALGetDataTypeSizeBytes(type));
    WrittenDataset dataset{
        GDALCreate(GDALGetDriverByName("MEM"), "", width, height, 0, type, nullptr)};
    if (dataset == nullptr || document.samples.size() != band_bytes * document.bands) {
        refuse_document(document, complaints);
    }
    describe(document, dataset.get());
    set_resolution(document, dataset.get());
    for (std::size_t i = 0; i < document.bands; ++i) {
        if (!add_band(dataset.get(), type, document.samples.data() + i * band_bytes)) {
            refuse_document(document, complaints);
        }
        describe_band(document, i, GDALGetRasterBand(dataset.get(), static_cast<int>(i) + 1));
    }
    return dataset;
}

int CPL_STDCALL ask_writer(double /*done*/, char const* /*message*/, void* go_on)
{
    return go_on == nullptr || (*static_cast<GoOn const*>(go_on))() ? TRUE : FALSE;
}

std::vector<char*> creation_options(RasterDocument const& document)
{
    std::vector<char*> list;
    for (auto const& option : document.options) {
        list.push_back(const_cast<char*>(option.c_str()));
    }
    list.push_back(nullptr);
    return list;
}

} // namespace

Files write_raster(RasterDocument document)
{
    Complaints const complaints;
    auto* const driver = raster_driver_of(document);
    MemoryFolder folder;
    auto options = creation_options(document);
    auto source = in_memory(document, complaints);
    auto* const go_on = const_cast<GoOn*>(document.go_on);
    CPLErrorReset();
    WrittenDataset written{GDALCreateCopy(driver, folder.path_of(document.file_name).c_str(),
                                          source.get(), FALSE, options.data(), &ask_writer, go_on)};
    if (go_on != nullptr && !(*go_on)()) {
        throw Error{ErrorKind::Limit, "writing was stopped"};
    }
    if (written == nullptr) {
        refuse_document(document, complaints);
    }
    CPLErrorReset();
    written.reset(); // much is written only now
    if (CPLGetLastErrorType() >= CE_Failure) {
        refuse_document(document, complaints);
    }
    source.reset();
    document.samples = std::vector<std::byte>{}; // "= {}" would keep the memory
    auto files = folder.take_files();
    std::ranges::stable_partition(
        files, [&](File const& file) { return file.name == document.file_name; });
    if (files.empty() || files.front().name != document.file_name) {
        refuse_document(document, complaints);
    }
    return files;
}

} // namespace ms::ogr
