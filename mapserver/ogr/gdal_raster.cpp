// SPDX-License-Identifier: MIT
#include "ogr/gdal_raster.hpp"

#include "base/error.hpp"
#include "base/handle.hpp"
#include "ogr/gdal_memory.hpp"
#include "ogr/gdal_stored.hpp"

#include <cpl_conv.h>
#include <gdal.h>
#include <gdal_utils.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace ms::ogr {

namespace {

using RasterDataset = Handle<std::remove_pointer_t<GDALDatasetH>, GDALClose>;

/// Formats whose pixels are in the named file. Others (VRT, WMS, MRF ...) open further files,
/// databases or services of the network.
constexpr std::array<char const*, 17> raster_drivers{
    "GTiff", "PNG", "JPEG", "WEBP",    "GIF",  "BIGGIF", "JP2OpenJPEG", "AAIGrid", "EHdr",
    "ENVI",  "HFA", "BMP",  "SRTMHGT", "DTED", "GPKG",   "MBTiles",     nullptr};
constexpr std::array<char const*, 2> vrt_drivers{"VRT", nullptr};

// Small files may announce anything.
constexpr double max_pixels = 1099511627776.0; // 2^40
constexpr int max_bands = 256;
constexpr int max_levels = 32;
constexpr std::size_t max_block_bytes = std::size_t{64} << 20U;
constexpr double max_range_pixels = 16777216.0; // 2^24: a tenth of a second

[[noreturn]] void refuse_raster(std::string const& what)
{
    // GDAL's own words name paths.
    throw Error{ErrorKind::Source, "GDAL " + what};
}

raster::SampleType type_of_band(GDALRasterBandH band)
{
    switch (GDALGetRasterDataType(band)) {
    case GDT_Byte:
        return raster::SampleType::Byte;
    case GDT_Int16:
        return raster::SampleType::Int16;
    case GDT_UInt16:
        return raster::SampleType::UInt16;
    case GDT_Int32:
    case GDT_UInt32:
        return raster::SampleType::WideInteger;
    case GDT_Float32:
        return raster::SampleType::Float32;
    default:
        return raster::SampleType::Other;
    }
}

std::vector<image::Color> palette_of(GDALRasterBandH band)
{
    std::vector<image::Color> palette;
    auto* const table = GDALGetRasterColorTable(band);
    int const count = table == nullptr ? 0 : std::min(GDALGetColorEntryCount(table), 65536);
    for (int i = 0; i < count; ++i) {
        GDALColorEntry entry{};
        GDALGetColorEntryAsRGB(table, i, &entry);
        auto const byte = [](short value) { return static_cast<std::uint8_t>(value); };
        palette.push_back({byte(entry.c1), byte(entry.c2), byte(entry.c3), byte(entry.c4)});
    }
    return palette;
}

raster::Band band_of(GDALRasterBandH band)
{
    raster::Band found{.type = type_of_band(band),
                       .is_alpha = GDALGetRasterColorInterpretation(band) == GCI_AlphaBand,
                       .palette = palette_of(band)};
    int has_no_data = 0;
    double const no_data = GDALGetRasterNoDataValue(band, &has_no_data);
    if (has_no_data != 0) {
        found.no_data = no_data;
    }
    return found;
}

raster::Size block_of(GDALRasterBandH band)
{
    raster::Size size;
    GDALGetBlockSize(band, &size.width, &size.height);
    return size;
}

/// Reading one pixel decodes its block.
void check_block(GDALRasterBandH band)
{
    auto const [width, height] = block_of(band);
    auto const bytes =
        static_cast<std::size_t>(width) * static_cast<std::size_t>(height) *
        static_cast<std::size_t>(GDALGetDataTypeSizeBytes(GDALGetRasterDataType(band)));
    if (bytes > max_block_bytes) {
        refuse_raster("is not given a file with blocks of so many bytes");
    }
}

void check_bombs(GDALDatasetH dataset)
{
    double const pixels = static_cast<double>(GDALGetRasterXSize(dataset)) *
                          static_cast<double>(GDALGetRasterYSize(dataset));
    int const bands = GDALGetRasterCount(dataset);
    if (pixels > max_pixels || bands > max_bands) {
        refuse_raster("is not given a file of so many pixels or bands");
    }
    if (bands < 1) {
        refuse_raster("finds no band in the file");
    }
    for (int i = 1; i <= bands; ++i) {
        check_block(GDALGetRasterBand(dataset, i));
    }
}

raster::Header header_of(GDALDatasetH dataset)
{
    check_bombs(dataset);
    raster::Header header;
    header.levels.push_back({GDALGetRasterXSize(dataset), GDALGetRasterYSize(dataset)});
    auto* const first = GDALGetRasterBand(dataset, 1);
    header.blocks.push_back(block_of(first));
    for (int i = 0; i < std::min(GDALGetOverviewCount(first), max_levels); ++i) {
        auto* const overview = GDALGetOverview(first, i);
        header.levels.push_back(
            {GDALGetRasterBandXSize(overview), GDALGetRasterBandYSize(overview)});
        header.blocks.push_back(block_of(overview));
    }
    for (int i = 1; i <= GDALGetRasterCount(dataset); ++i) {
        header.bands.push_back(band_of(GDALGetRasterBand(dataset, i)));
    }
    raster::GeoTransform transform{};
    if (GDALGetGeoTransform(dataset, transform.data()) == CE_None) {
        header.geo_transform = transform;
    }
    int const flags = GDALGetMaskFlags(first);
    header.has_mask = (flags & GMF_PER_DATASET) != 0 && (flags & GMF_ALPHA) == 0;
    header.driver = GDALGetDriverShortName(GDALGetDatasetDriver(dataset));
    auto const* const compression = GDALGetMetadataItem(dataset, "COMPRESSION", "IMAGE_STRUCTURE");
    header.compression = compression == nullptr ? "" : compression;
    return header;
}

int CPL_STDCALL ask(double /*done*/, char const* /*message*/, void* go_on)
{
    return (*static_cast<GoOn const*>(go_on))() ? TRUE : FALSE;
}

GDALRasterIOExtraArg extra_of(RasterRead const& what)
{
    GDALRasterIOExtraArg extra;
    INIT_RASTERIO_EXTRA_ARG(extra);
    if (what.go_on != nullptr) {
        extra.pfnProgress = &ask;
        extra.pProgressData = const_cast<GoOn*>(what.go_on);
    }
    return extra;
}

using ValueRange = std::pair<double, double>;

[[nodiscard]] bool read_band(RasterRead const& what, GDALRasterBandH source, void* out,
                             GDALDataType type)
{
    check_block(source);
    auto const& window = what.window;
    auto extra = extra_of(what);
    auto const result =
        GDALRasterIOEx(source, GF_Read, window.x, window.y, window.width, window.height, out,
                       window.width, window.height, type, 0, 0, &extra);
    if (result == CE_None) {
        return true;
    }
    if (what.go_on != nullptr && !(*what.go_on)()) {
        return false;
    }
    refuse_raster("cannot read the file");
}

/// From the metadata of the file, which may be missing.
std::optional<ValueRange> written_range(GDALRasterBandH band)
{
    ValueRange found;
    double mean = 0;
    double deviation = 0;
    bool const is_written = GDALGetRasterStatistics(band, FALSE, FALSE, &found.first, &found.second,
                                                    &mean, &deviation) == CE_None;
    bool const is_usable = is_written && std::isfinite(found.first) && std::isfinite(found.second);
    return is_usable ? std::optional{found} : std::nullopt;
}

/// The step, in blocks along both axes, between the blocks that are read.
int step_of(raster::Size blocks, double max_blocks)
{
    int step = 1;
    auto const count = [&](int size) { return std::ceil(static_cast<double>(size) / step); };
    while (count(blocks.width) * count(blocks.height) > std::max(max_blocks, 1.0)) {
        step *= 2;
    }
    return step;
}

/// Widens a range by the values of a window, read in parts. False: it was stopped.
bool extend_range(ValueRange& range, RasterRead what, GDALRasterBandH band,
                  std::optional<double> no_data)
{
    constexpr int max_part_width = 1 << 18;
    constexpr int max_part_pixels = 1 << 20;
    auto const whole = what.window;
    int const width = std::min(whole.width, max_part_width);
    int const height = std::min(whole.height, max_part_pixels / width);
    std::vector<double> samples;
    for (int y = 0; y < whole.height; y += height) {
        for (int x = 0; x < whole.width; x += width) {
            what.window = {whole.x + x, whole.y + y, std::min(width, whole.width - x),
                           std::min(height, whole.height - y)};
            samples.resize(what.window.pixels());
            if (!(*what.go_on)() || !read_band(what, band, samples.data(), GDT_Float64)) {
                return false;
            }
            for (double const value : samples) {
                if (std::isfinite(value) && value != no_data) {
                    range = {std::min(range.first, value), std::max(range.second, value)};
                }
            }
        }
    }
    return true;
}

/// Minimum and maximum of the blocks that RasterFile::range() reads; nullopt if it was stopped.
std::optional<ValueRange> range_of_blocks(RasterRead what, GDALRasterBandH band,
                                          std::optional<double> no_data)
{
    check_block(band);
    raster::Size const size{GDALGetRasterBandXSize(band), GDALGetRasterBandYSize(band)};
    auto const block = block_of(band);
    raster::Size const blocks{(size.width - 1) / block.width + 1,
                              (size.height - 1) / block.height + 1};
    double const block_pixels = static_cast<double>(block.width) * block.height;
    int const step = step_of(blocks, max_range_pixels / block_pixels);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    ValueRange found{infinity, -infinity};
    for (int y = 0; y < blocks.height; y += step) {
        for (int x = 0; x < blocks.width; x += step) {
            what.window = {x * block.width, y * block.height, 0, 0};
            what.window.width = std::min(block.width, size.width - what.window.x);
            what.window.height = std::min(block.height, size.height - what.window.y);
            if (!extend_range(found, what, band, no_data)) {
                return std::nullopt;
            }
        }
    }
    return found.first <= found.second ? found : ValueRange{0, 0};
}

bool has_geo_transform(GDALDatasetH dataset)
{
    raster::GeoTransform found{};
    return GDALGetGeoTransform(dataset, found.data()) == CE_None &&
           found != raster::GeoTransform{0, 1, 0, 0, 0, 1};
}

/// Whether a file is georeferenced by control points.
bool has_control_points(GDALDatasetH dataset)
{
    constexpr int min_count = 3;
    constexpr int max_count = 10'000;
    int const count = GDALGetGCPCount(dataset);
    return count >= min_count && count <= max_count && !has_geo_transform(dataset);
}

/// A view of a file that is georeferenced by control points: a polynomial through them, with pixels
/// outside the file transparent. Null if GDAL finds none.
GDALDatasetH straightened(GDALDatasetH dataset)
{
    std::array<char const*, 10> arguments{"-of", "VRT", "-r", "near",      "-et",
                                          "0",   "-wm", "64", "-dstalpha", nullptr};
    using Options = Handle<GDALWarpAppOptions, GDALWarpAppOptionsFree>;
    Options const options{GDALWarpAppOptionsNew(const_cast<char**>(arguments.data()), nullptr)};
    int ignored = 0;
    return GDALWarp("", nullptr, 1, &dataset, options.get(), &ignored);
}

class GdalRaster final : public RasterFile {
public:
    GdalRaster(std::string const& path, bool is_vrt)
    {
        Complaints const complaints;
        m_dataset.reset(GDALOpenEx(path.c_str(), GDAL_OF_RASTER | GDAL_OF_READONLY,
                                   is_vrt ? vrt_drivers.data() : raster_drivers.data(), nullptr,
                                   nullptr));
        if (m_dataset == nullptr) {
            refuse_raster("opens no such raster file");
        }
        check_bombs(m_dataset.get());
        if (has_control_points(m_dataset.get())) {
            use_control_points();
        }
        m_header = header_of(m_dataset.get());
        if (m_affine) {
            m_header.geo_transform = m_affine;
        }
    }
    ~GdalRaster() override
    {
        Complaints const complaints;
        m_dataset.reset(); // reads the other one
        m_skewed.reset();
    }

    [[nodiscard]] raster::Header const& header() const override { return m_header; }
    [[nodiscard]] std::string wkt() const override
    {
        Complaints const complaints;
        auto* const dataset = m_dataset.get();
        return m_affine ? GDALGetGCPProjection(dataset) : GDALGetProjectionRef(dataset);
    }

    [[nodiscard]] bool read(RasterRead const& what, std::span<std::uint8_t> out) override
    {
        return read_bands(what, out, GDT_Byte);
    }
    [[nodiscard]] bool read(RasterRead const& what, std::span<double> out) override
    {
        return read_bands(what, out, GDT_Float64);
    }
    [[nodiscard]] bool read_mask(RasterRead const& what, std::span<std::uint8_t> out) override
    {
        Complaints const complaints;
        return read_band(what, GDALGetMaskBand(band(1, what.level)), out.data(), GDT_Byte);
    }

    [[nodiscard]] std::optional<std::pair<double, double>> range(int number,
                                                                 GoOn const& go_on) override
    {
        Complaints const complaints;
        if (auto const known = m_ranges.find(number); known != m_ranges.end()) {
            return known->second;
        }
        auto range = written_range(GDALGetRasterBand(m_dataset.get(), number));
        if (!range) {
            auto const level = m_header.levels.size() - 1;
            range = range_of_blocks({level, {}, {}, &go_on}, band(number, level),
                                    m_header.bands[static_cast<std::size_t>(number) - 1].no_data);
        }
        if (range) {
            m_ranges.emplace(number, *range);
        }
        return range;
    }

    [[nodiscard]] std::optional<raster::StoredForm> stored_form(std::size_t level) const override
    {
        Complaints const complaints;
        return stored_form_of(m_dataset.get(), level);
    }
    [[nodiscard]] std::optional<raster::StoredPlace> stored_place(std::size_t level, int column,
                                                                  int row) const override
    {
        Complaints const complaints;
        return stored_place_of(band(1, level), column, row);
    }

private:
    void use_control_points()
    {
        raster::GeoTransform exact{};
        if (GDALGCPsToGeoTransform(GDALGetGCPCount(m_dataset.get()), GDALGetGCPs(m_dataset.get()),
                                   exact.data(), FALSE) != FALSE) {
            m_affine = exact;
        } else if (auto* const view = straightened(m_dataset.get()); view != nullptr) {
            m_skewed = std::move(m_dataset);
            m_dataset.reset(view);
        }
    }

    [[nodiscard]] GDALRasterBandH band(int number, std::size_t level) const
    {
        auto* const base = GDALGetRasterBand(m_dataset.get(), number);
        auto* const found = level == 0 ? base : GDALGetOverview(base, static_cast<int>(level) - 1);
        if (found == nullptr) {
            refuse_raster("finds no overview of a band that others have");
        }
        return found;
    }

    template <typename Sample>
    [[nodiscard]] bool read_bands(RasterRead const& what, std::span<Sample> out, GDALDataType type)
    {
        Complaints const complaints;
        for (std::size_t i = 0; i < what.bands.size(); ++i) {
            auto* const at = out.subspan(i * what.window.pixels()).data();
            if (!read_band(what, band(what.bands[i], what.level), at, type)) {
                return false;
            }
        }
        return true;
    }

    RasterDataset m_skewed; ///< null: the file has a geotransform
    RasterDataset m_dataset;
    std::optional<raster::GeoTransform> m_affine; ///< of control points
    raster::Header m_header;
    std::map<int, ValueRange> m_ranges; ///< of bands
};

} // namespace

void set_up_rasters()
{
    // Decoded blocks, of all threads together: half of MapServer's twentieth of the machine's
    // memory, as the blocks that we decode ourselves take the other half, but not more than this
    // unless somebody says so.
    constexpr GIntBig max_cache_bytes = GIntBig{256} << 20U;
    if (CPLGetConfigOption("GDAL_CACHEMAX", nullptr) == nullptr) {
        GDALSetCacheMax64(std::min(GDALGetCacheMax64() / 2, max_cache_bytes));
    }
    CPLSetConfigOption("GDAL_DISABLE_READDIR_ON_OPEN", "TRUE"); // folders may hold thousands
    // JPEG's implicit scales would appear as overviews that no one has made.
    CPLSetConfigOption("GTIFF_IMPLICIT_JPEG_OVR", "NO");
    CPLSetConfigOption("GDAL_NUM_THREADS", "1");
    CPLSetConfigOption("GDAL_VRT_ENABLE_PYTHON", "NO");
    // Several VRTs with the same source would share it between threads.
    CPLSetConfigOption("VRT_SHARED_SOURCE", "NO");
    CPLSetConfigOption("GDAL_MAX_DATASET_POOL_SIZE", "64");
    // The list of drivers that a file is opened with does not hold for the sources of a VRT.
    for (int i = 0; i < GDALGetDriverCount(); ++i) {
        auto* const driver = GDALGetDriver(i);
        std::string_view const name{GDALGetDriverShortName(driver)};
        auto const is_name = [&](char const* allowed) {
            return allowed != nullptr && name == allowed;
        };
        if (std::ranges::none_of(raster_drivers, is_name) && name != "VRT") {
            GDALSetMetadataItem(driver, GDAL_DCAP_RASTER, nullptr, nullptr);
        }
    }
}

std::unique_ptr<RasterFile> open_raster(std::string const& path, bool is_vrt)
{
    return std::make_unique<GdalRaster>(path, is_vrt);
}

} // namespace ms::ogr
