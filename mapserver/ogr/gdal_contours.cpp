// SPDX-License-Identifier: MIT
#include "ogr/gdal_contours.hpp"

#include "base/error.hpp"
#include "base/handle.hpp"
#include "ogr/gdal_memory.hpp"

#include <cpl_string.h>
#include <gdal.h>
#include <gdal_alg.h>
#include <ogr_api.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>

namespace ms::ogr {

namespace {

using MemoryDataset = Handle<std::remove_pointer_t<GDALDatasetH>, GDALClose>;
using LineFeature = Handle<std::remove_pointer_t<OGRFeatureH>, OGR_F_Destroy>;
using OptionList = Handle<char*, CSLDestroy>;

constexpr double no_value = std::numeric_limits<double>::lowest();

[[noreturn]] void refuse_contours()
{
    throw Error{ErrorKind::Source, "GDAL makes no contours"};
}

int CPL_STDCALL ask_contours(double /*done*/, char const* /*message*/, void* go_on)
{
    return (*static_cast<GoOn const*>(go_on))() ? TRUE : FALSE;
}

MemoryDataset dataset_of(ContourRequest const& request, std::vector<double>& values)
{
    values.assign(request.values.begin(), request.values.end());
    for (auto& value : values) {
        if (!std::isfinite(value) || value == request.no_data) {
            value = no_value;
        }
    }
    MemoryDataset dataset{GDALCreate(GDALGetDriverByName("MEM"), "", request.width, request.height,
                                     1, GDT_Float64, nullptr)};
    std::array<double, 6> as_pixels{0, 1, 0, 0, 0, 1}; // else lines are counted downwards from 0
    if (!dataset || GDALSetGeoTransform(dataset.get(), as_pixels.data()) != CE_None ||
        GDALRasterIO(GDALGetRasterBand(dataset.get(), 1), GF_Write, 0, 0, request.width,
                     request.height, values.data(), request.width, request.height, GDT_Float64, 0,
                     0) != CE_None) {
        refuse_contours();
    }
    return dataset;
}

OptionList options_of(ContourRequest const& request)
{
    std::string levels;
    for (auto const level : request.levels) {
        std::array<char, 64> text{};
        std::snprintf(text.data(), text.size(), "%.17g", level);
        levels += (levels.empty() ? "" : ",") + std::string{text.data()};
    }
    std::array<char, 64> number{};
    std::snprintf(number.data(), number.size(), "%.17g", no_value);
    char** list = CSLSetNameValue(nullptr, "NODATA", number.data());
    list = CSLSetNameValue(list, "ID_FIELD", "0");
    list = CSLSetNameValue(list, "ELEV_FIELD", "1");
    std::snprintf(number.data(), number.size(), "%.17g", request.interval);
    list = levels.empty() ? CSLSetNameValue(list, "LEVEL_INTERVAL", number.data())
                          : CSLSetNameValue(list, "FIXED_LEVELS", levels.c_str());
    return OptionList{list};
}

std::vector<ContourLine> lines_of(OGRLayerH layer)
{
    std::vector<ContourLine> lines;
    OGR_L_ResetReading(layer);
    while (LineFeature const feature{OGR_L_GetNextFeature(layer)}) {
        auto* const geometry = OGR_F_GetGeometryRef(feature.get());
        if (geometry == nullptr || OGR_G_GetPointCount(geometry) < 2) {
            continue;
        }
        ContourLine line{.value = OGR_F_GetFieldAsDouble(feature.get(), 1), .points = {}};
        for (int i = 0; i < OGR_G_GetPointCount(geometry); ++i) {
            line.points.push_back({OGR_G_GetX(geometry, i), OGR_G_GetY(geometry, i)});
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

} // namespace

std::vector<ContourLine> contours(ContourRequest const& request, GoOn const& go_on)
{
    Complaints const complaints;
    std::vector<double> values;
    auto const raster = dataset_of(request, values);
    MemoryDataset const features{
        GDALCreate(GDALGetDriverByName("Memory"), "", 0, 0, 0, GDT_Unknown, nullptr)};
    auto* const layer =
        features ? GDALDatasetCreateLayer(features.get(), "lines", nullptr, wkbLineString, nullptr)
                 : nullptr;
    if (layer == nullptr) {
        refuse_contours();
    }
    for (auto const* const name : {"id", "value"}) {
        auto* const field = OGR_Fld_Create(name, name[0] == 'i' ? OFTInteger : OFTReal);
        OGR_L_CreateField(layer, field, FALSE);
        OGR_Fld_Destroy(field);
    }
    auto const options = options_of(request);
    auto const result =
        GDALContourGenerateEx(GDALGetRasterBand(raster.get(), 1), layer, options.get(),
                              &ask_contours, const_cast<GoOn*>(&go_on));
    if (result != CE_None && go_on()) {
        refuse_contours();
    }
    return lines_of(layer);
}

} // namespace ms::ogr
