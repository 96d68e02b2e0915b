// SPDX-License-Identifier: MIT
#include "source/raster/vrt.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "base/xml.hpp"
#include "source/raster/stamps.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <optional>
#include <set>
#include <string>
#include <system_error>

namespace ms::source::raster {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_vrt_bytes = std::size_t{4} << 20U;
constexpr std::size_t max_vrt_sources = 10'000; ///< of a VRT with the VRTs in it
constexpr int max_vrt_depth = 4;                ///< of VRTs in VRTs
constexpr std::size_t max_known_vrts = 64;
constexpr std::size_t max_known_others = 8192;
constexpr double max_warp_bytes = 536870912; // 2^29
/// GDAL searches the word within the first bytes that it reads of every file.
constexpr std::size_t head_bytes = 1024;

/// The elements that mosaics (gdalbuildvrt), gdal_translate and gdalwarp write. Everything else is
/// rejected: VRTRawRasterBand reads any file, functions may be programs, arrays and kernels are not
/// needed.
constexpr std::array known_elements{
    // datasets and bands
    "VRTDataset", "SRS", "GeoTransform", "GCPList", "GCP", "Metadata", "MDI", "VRTRasterBand",
    "MaskBand", "Description", "UnitType", "Offset", "Scale", "NoDataValue", "HideNoDataValue",
    "ColorInterp", "ColorTable", "Entry", "CategoryNames", "Category", "Histograms", "HistItem",
    "HistMin", "HistMax", "BucketCount", "IncludeOutOfRange", "Approximate", "HistCounts",
    "OverviewList", "Overview", "BlockXSize", "BlockYSize",
    // sources
    "SimpleSource", "ComplexSource", "AveragedSource", "SourceFilename", "SourceBand",
    "SourceProperties", "SrcRect", "DstRect", "NODATA", "UseMaskBand", "ScaleOffset", "ScaleRatio",
    "LUT", "ColorTableComponent", "Exponent", "SrcMin", "SrcMax", "DstMin", "DstMax",
    // warped files
    "GDALWarpOptions", "WarpMemoryLimit", "ResampleAlg", "WorkingDataType", "Option", "Options",
    "SourceDataset", "Transformer", "ApproxTransformer", "MaxError", "BaseTransformer",
    "GenImgProjTransformer", "SrcGeoTransform", "SrcInvGeoTransform", "DstGeoTransform",
    "DstInvGeoTransform", "SrcGCPTransformer", "GCPTransformer", "TPSTransformer", "Order",
    "Reversed", "ReprojectTransformer", "ReprojectionTransformer", "SourceSRS", "TargetSRS",
    "BandList", "BandMapping", "SrcNoDataReal", "SrcNoDataImag", "DstNoDataReal", "DstNoDataImag",
    "SrcAlphaBand", "DstAlphaBand"};
constexpr std::array known_subclasses{"VRTSourcedRasterBand", "VRTWarpedRasterBand",
                                      "VRTWarpedDataset"};
/// Of GDALWarpOptions; others name files or programs.
constexpr std::array known_warp_options{"INIT_DEST",
                                        "UNIFIED_SRC_NODATA",
                                        "NUM_THREADS",
                                        "SAMPLE_GRID",
                                        "SAMPLE_STEPS",
                                        "SOURCE_EXTRA",
                                        "SKIP_NOSOURCE",
                                        "DST_ALPHA_MAX",
                                        "OPTIMIZE_SIZE",
                                        "BLOCKXSIZE",
                                        "ERROR_OUT_IF_EMPTY_SOURCE_WINDOW",
                                        "AREA_OF_INTEREST"};

template <std::size_t count>
bool is_one_of(std::array<char const*, count> const& words, std::string_view word)
{
    return std::ranges::any_of(words, [&](char const* known) { return word == known; });
}

[[noreturn]] void refuse_vrt(std::string const& what)
{
    throw Error{ErrorKind::Source, "a VRT " + what};
}

/// Names of CRS may be addresses or files for GDAL.
void check_crs(std::string_view text)
{
    bool const is_code = text.starts_with("EPSG:") || text.starts_with("OGC:");
    bool const is_wkt =
        text.find('[') != std::string_view::npos &&
        text.substr(0, text.find('[')).find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") ==
            std::string_view::npos;
    bool const is_proj =
        text.starts_with('+') && text.find_first_of("/@") == std::string_view::npos;
    if (!text.empty() && !is_code && !is_wkt && !is_proj) {
        refuse_vrt("has an SRS that is not WKT, a code or +proj=");
    }
}

/// Walks the elements of a VRT and collects the files that it names.
class VrtReader {
public:
    explicit VrtReader(fs::path const& folder) : m_folder(folder) {}

    void read(XmlNode const& element)
    {
        check(element);
        if (element.name == "SourceFilename" || element.name == "SourceDataset") {
            add(element);
        }
        for (auto const& child : element.children) {
            if (!child.is_text()) {
                read(child);
            }
        }
    }

    [[nodiscard]] Paths take() { return std::move(m_files); }

private:
    static void check(XmlNode const& element)
    {
        if (!is_one_of(known_elements, element.name)) {
            refuse_vrt("has the element <" + element.name + ">, which is not supported");
        }
        if (auto const* const subclass = element.attribute("subClass");
            subclass != nullptr && !is_one_of(known_subclasses, *subclass)) {
            refuse_vrt("has subClass \"" + *subclass + "\", which is not supported");
        }
        if (element.name == "Option") {
            auto const* const name = element.attribute("name");
            auto const* const key = name == nullptr ? element.attribute("key") : name;
            if (key == nullptr || !is_one_of(known_warp_options, *key)) {
                refuse_vrt("has an <Option> that is not supported");
            }
        }
        if (element.name == "WarpMemoryLimit" &&
            !(parse_double(element.text()).value_or(max_warp_bytes) < max_warp_bytes)) {
            refuse_vrt("has a <WarpMemoryLimit> above 512 MB");
        }
        if (element.name == "SRS" || element.name == "SourceSRS" || element.name == "TargetSRS") {
            check_crs(element.text());
        }
        if (element.name == "GCPList") {
            auto const* const crs = element.attribute("Projection");
            check_crs(crs == nullptr ? std::string_view{} : *crs);
        }
    }

    void add(XmlNode const& element)
    {
        auto const is_set = [&](char const* name) {
            auto const* const value = element.attribute(name);
            return value != nullptr && *value != "0";
        };
        // Threads would share datasets that GDAL shares by name.
        if (is_set("shared")) {
            refuse_vrt("has shared=\"1\", which is not supported");
        }
        fs::path const name{element.text()};
        if (name.empty() || name.native().size() > 4096) {
            refuse_vrt("has a source without a name");
        }
        if (name.is_relative() && !is_set("relativeToVRT")) {
            refuse_vrt("has a source that is neither absolute nor relativeToVRT=\"1\"");
        }
        if (m_files.size() >= max_vrt_sources) {
            throw Error{ErrorKind::Limit, "a VRT has more than 10,000 sources"};
        }
        if (auto path = m_folder / name; m_known.insert(path).second) {
            m_files.push_back(std::move(path)); // bands name the same files
        }
    }

    fs::path m_folder;
    Paths m_files;
    std::set<fs::path> m_known;
};

std::string head_of(fs::path const& path, std::size_t bytes)
{
    std::ifstream file{path, std::ios::binary};
    std::string head(bytes, '\0');
    file.read(head.data(), static_cast<std::streamsize>(bytes));
    head.resize(static_cast<std::size_t>(file.gcount()));
    return head;
}

bool lies_below(fs::path const& path, fs::path const& folder)
{
    auto const [end, _] = std::ranges::mismatch(folder, path);
    return end == folder.end();
}

/// With links resolved; empty if it is not a regular file below a root.
fs::path resolved(fs::path const& path, Paths const& roots)
{
    std::error_code failure;
    auto real = fs::canonical(path, failure);
    bool const is_file = !failure && fs::is_regular_file(real, failure);
    bool const is_allowed = is_file && std::ranges::any_of(roots, [&](auto const& root) {
                                return lies_below(real, root);
                            });
    return is_allowed ? real : fs::path{};
}

void collect(fs::path const& vrt, Paths const& roots, int depth, std::set<fs::path>& files)
{
    if (depth > max_vrt_depth) {
        refuse_vrt("lies in VRTs that lie in others, too deeply");
    }
    auto const text = head_of(vrt, max_vrt_bytes + 1);
    for (auto const& name : names_in_vrt(text, vrt.parent_path())) {
        auto const real = resolved(name, roots);
        if (real.empty()) {
            refuse_vrt("names a source that is not a file below SHAPEPATH, the mapfile's folder or "
                       "its own");
        }
        if (files.size() >= max_vrt_sources) {
            throw Error{ErrorKind::Limit, "a VRT has more than 10,000 sources"};
        }
        if (files.insert(real).second) {
            check_sidecars(real);
            if (is_vrt(real)) {
                collect(real, roots, depth + 1, files);
            }
        }
    }
}

} // namespace

bool is_vrt(fs::path const& path)
{
    return head_of(path, head_bytes).find("<VRTDataset") != std::string::npos;
}

Paths names_in_vrt(std::string_view text, fs::path const& folder)
{
    if (text.size() > max_vrt_bytes) {
        throw Error{ErrorKind::Limit, "a VRT has more than 4 MB"};
    }
    // GDAL reads a DOCTYPE in its own way.
    if (text.find("<!DOCTYPE") != std::string_view::npos ||
        text.find("<!ENTITY") != std::string_view::npos) {
        refuse_vrt("has a DOCTYPE");
    }
    constexpr XmlLimits limits{.max_bytes = max_vrt_bytes, .max_depth = 24, .max_nodes = 400'000};
    std::optional<XmlNode> root;
    try {
        root = parse_xml(text, limits);
    } catch (Error const& error) {
        throw Error{error.kind() == ErrorKind::Limit ? ErrorKind::Limit : ErrorKind::Source,
                    std::string{"a VRT cannot be read: "} + error.what()};
    }
    if (root->name != "VRTDataset") {
        refuse_vrt("begins with <" + root->name + ">");
    }
    VrtReader reader{folder};
    reader.read(*root);
    return reader.take();
}

Paths sources_of_vrt(fs::path const& vrt, Paths const& roots)
{
    std::error_code failure;
    Paths allowed;
    for (auto const& root : roots) {
        if (auto real = fs::canonical(root, failure); !failure && real != real.root_path()) {
            allowed.push_back(std::move(real));
        }
    }
    auto const real = fs::canonical(vrt, failure); // GDAL follows a link to the VRT, too
    if (failure) {
        refuse_vrt("cannot be read");
    }
    allowed.push_back(real.parent_path());
    std::set<fs::path> files;
    collect(real, allowed, 1, files);
    return {files.begin(), files.end()};
}

void check_sidecars(fs::path const& raster)
{
    for (auto const* const extension : {".ovr", ".msk"}) {
        if (is_vrt(raster.native() + extension)) {
            throw Error{ErrorKind::Source, std::string{"the "} + extension +
                                               " file beside a raster is a VRT, which is refused"};
        }
    }
    if (head_of(raster.native() + ".aux.xml", max_vrt_bytes).find("OVERVIEW_FILE") !=
        std::string::npos) {
        throw Error{ErrorKind::Source,
                    "the .aux.xml file beside a raster names an OVERVIEW_FILE, which is refused"};
    }
}

bool VrtSources::is_vrt_now(fs::path const& path)
{
    auto const now = std::chrono::system_clock::now();
    auto const stamp = FileStamp::of(path);
    {
        std::scoped_lock const lock{m_mutex};
        auto const known = m_others.find(path.native());
        if (known != m_others.end() && known->second == stamp) {
            return false;
        }
    }
    if (is_vrt(path)) {
        return true;
    }
    if (stamp.is_known() && is_settled(stamp, now)) {
        std::scoped_lock const lock{m_mutex};
        if (m_others.size() >= max_known_others) {
            m_others.clear();
        }
        m_others.insert_or_assign(path.native(), stamp);
    }
    return false;
}

std::shared_ptr<Paths const> VrtSources::find(fs::path const& path, Paths const& roots)
{
    if (!is_vrt_now(path)) {
        return nullptr;
    }
    auto const is_fresh = [](std::pair<fs::path, FileStamp> const& vrt) {
        return FileStamp::of(vrt.first) == vrt.second;
    };
    {
        std::scoped_lock const lock{m_mutex};
        auto const known = m_known.find(path);
        if (known != m_known.end() && known->second.roots == roots &&
            std::ranges::all_of(known->second.vrts, is_fresh)) {
            return known->second.sources;
        }
    }
    Known found{.vrts = {{path, FileStamp::of(path)}}, .roots = roots, .sources = nullptr};
    found.sources = std::make_shared<Paths const>(sources_of_vrt(path, roots));
    for (auto const& source : *found.sources) {
        if (is_vrt(source)) {
            found.vrts.emplace_back(source, FileStamp::of(source));
        }
    }
    std::scoped_lock const lock{m_mutex};
    if (m_known.size() >= max_known_vrts) {
        m_known.clear();
    }
    return m_known.insert_or_assign(path, std::move(found)).first->second.sources;
}

} // namespace ms::source::raster
