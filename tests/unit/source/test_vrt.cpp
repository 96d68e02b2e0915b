// SPDX-License-Identifier: MIT
#include "source/raster/vrt.hpp"

#include "base/error.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <fstream>
#include <string>
#include <thread>

#include <unistd.h>

using namespace ms;
using namespace ms::source::raster;

namespace {

namespace fs = std::filesystem;

/// Goes with the test.
class VrtFolder {
public:
    VrtFolder()
        : path(fs::temp_directory_path() /
               ("vrt" + std::to_string(::getpid()) + "." + std::to_string(++s_count)))
    {
        fs::create_directories(path / "in");
        fs::create_directories(path / "out");
        write("in/a.tif", "not looked into");
        write("out/b.tif", "not looked into");
    }
    ~VrtFolder() { fs::remove_all(path); }
    VrtFolder(VrtFolder const&) = delete;
    VrtFolder& operator=(VrtFolder const&) = delete;

    fs::path write(std::string const& name, std::string const& text) const
    {
        std::ofstream{path / name} << text;
        return path / name;
    }
    [[nodiscard]] Paths roots() const { return {path / "in"}; }

    fs::path path;

private:
    static inline int s_count = 0;
};

std::string vrt_of(std::string const& source)
{
    return "<VRTDataset rasterXSize=\"9\" rasterYSize=\"9\"><VRTRasterBand dataType=\"Byte\" "
           "band=\"1\"><SimpleSource>" +
           source + "<SourceBand>1</SourceBand></SimpleSource></VRTRasterBand></VRTDataset>";
}

std::string named(std::string const& file, bool is_relative = true)
{
    return std::string{"<SourceFilename relativeToVRT=\""} + (is_relative ? "1" : "0") + "\">" +
           file + "</SourceFilename>";
}

} // namespace

TEST_CASE("VRT: files below the roots or beside it are found, others refused, links resolved")
{
    VrtFolder const folder;
    auto const good = folder.write("in/good.vrt", vrt_of(named("a.tif")));
    CHECK(sources_of_vrt(good, folder.roots()) == Paths{fs::canonical(folder.path / "in/a.tif")});
    auto const absolute =
        folder.write("in/abs.vrt", vrt_of(named((folder.path / "in/a.tif").string(), false)));
    CHECK(sources_of_vrt(absolute, folder.roots()).size() == 1);
    auto const beside = folder.write("out/own.vrt", vrt_of(named("b.tif")));
    CHECK(sources_of_vrt(beside, folder.roots()).size() == 1);
    for (auto const* const source : {"../out/b.tif", "nowhere.tif", "/etc/passwd", "/vsimem/x",
                                     "/vsicurl/http://127.0.0.1/x", ".", "MEM:::DATAPOINTER=1"}) {
        CAPTURE(source);
        auto const bad = folder.write("in/bad.vrt", vrt_of(named(source)));
        CHECK_THROWS_AS((void)sources_of_vrt(bad, folder.roots()), Error);
    }
    fs::create_symlink(folder.path / "out/b.tif", folder.path / "in/link.tif");
    auto const linked = folder.write("in/linked.vrt", vrt_of(named("link.tif")));
    CHECK_THROWS_AS((void)sources_of_vrt(linked, folder.roots()), Error);
    auto const relative = folder.write("in/cwd.vrt", vrt_of(named("a.tif", false)));
    CHECK_THROWS_AS((void)sources_of_vrt(relative, folder.roots()), Error);
}

TEST_CASE("VRT: nested VRTs are detected by content, to a limited depth")
{
    VrtFolder const folder;
    folder.write("in/inner.tif", vrt_of(named("../out/b.tif")));
    auto const outer = folder.write("in/outer.vrt", vrt_of(named("inner.tif")));
    CHECK(is_vrt(folder.path / "in/inner.tif"));
    CHECK_FALSE(is_vrt(folder.path / "in/a.tif"));
    CHECK_THROWS_AS((void)sources_of_vrt(outer, folder.roots()), Error);
    folder.write("in/inner.tif", vrt_of(named("a.tif")));
    CHECK(sources_of_vrt(outer, folder.roots()).size() == 2);
    std::string last = "a.tif";
    for (auto const* const name : {"in/1.vrt", "in/2.vrt", "in/3.vrt", "in/4.vrt", "in/5.vrt"}) {
        folder.write(name, vrt_of(named(last)));
        last = fs::path{name}.filename().string();
    }
    CHECK_NOTHROW((void)sources_of_vrt(folder.path / "in/4.vrt", folder.roots()));
    CHECK_THROWS_AS((void)sources_of_vrt(folder.path / "in/5.vrt", folder.roots()), Error);
    auto const own = folder.write("in/own.vrt", vrt_of(named("own.vrt")));
    CHECK(sources_of_vrt(own, folder.roots()).size() == 1); // GDAL refuses it
}

TEST_CASE("VRT: elements that read more than files of pixels are refused by name")
{
    auto const refused = [](std::string const& text, std::string const& word) {
        CAPTURE(text);
        try {
            (void)names_in_vrt(text, "/data");
            FAIL("not refused");
        } catch (Error const& error) {
            CHECK(std::string{error.what()}.find(word) != std::string::npos);
        }
    };
    refused("<VRTDataset><VRTRasterBand subClass=\"VRTRawRasterBand\"/></VRTDataset>",
            "VRTRawRasterBand");
    refused("<VRTDataset><VRTRasterBand subClass=\"VRTDerivedRasterBand\"/></VRTDataset>",
            "VRTDerivedRasterBand");
    refused("<VRTDataset><VRTRasterBand><PixelFunctionCode/></VRTRasterBand></VRTDataset>",
            "PixelFunctionCode");
    refused("<VRTDataset subClass=\"VRTPansharpenedDataset\"/>", "VRTPansharpenedDataset");
    refused("<VRTDataset><Group/></VRTDataset>", "Group");
    refused("<VRTDataset><SRS>/etc/passwd</SRS></VRTDataset>", "SRS");
    refused("<VRTDataset><SRS>http://127.0.0.1/x</SRS></VRTDataset>", "SRS");
    refused("<VRTDataset><GDALWarpOptions><Option name=\"CUTLINE\">x</Option></GDALWarpOptions>"
            "</VRTDataset>",
            "Option");
    refused("<VRTDataset><WarpMemoryLimit>1e12</WarpMemoryLimit></VRTDataset>", "512 MB");
    refused("<VRTDataset><WarpMemoryLimit>nan</WarpMemoryLimit></VRTDataset>", "512 MB");
    refused(vrt_of("<SourceFilename shared=\"1\" relativeToVRT=\"1\">a.tif</SourceFilename>"),
            "shared");
    refused(vrt_of("<OpenOptions/>" + named("a.tif")), "OpenOptions");
    refused("<!DOCTYPE x [<!ENTITY a \"b\">]><VRTDataset/>", "DOCTYPE");
    refused("<x/>", "<x>");
    refused("<VRTDataset", "cannot be read");
    std::string many = "<VRTDataset>";
    for (int i = 0; i < 10'001; ++i) {
        many += named(std::to_string(i) + ".tif");
    }
    refused(many + "</VRTDataset>", "10,000");
    refused(std::string(std::size_t{5} << 20U, ' '), "4 MB");
}

TEST_CASE("VRT: warped files and mosaics are read as gdalwarp and gdalbuildvrt write them")
{
    CHECK(names_in_vrt("<VRTDataset rasterXSize=\"9\" rasterYSize=\"9\" "
                       "subClass=\"VRTWarpedDataset\"><SRS>EPSG:25832</SRS>"
                       "<VRTRasterBand dataType=\"Byte\" band=\"1\" "
                       "subClass=\"VRTWarpedRasterBand\"/><BlockXSize>9</BlockXSize>"
                       "<GDALWarpOptions><Option name=\"INIT_DEST\">0</Option>"
                       "<WarpMemoryLimit>6.7e+07</WarpMemoryLimit><Options>"
                       "<Option key=\"AREA_OF_INTEREST\">1,2,3,4</Option></Options>"
                       "<SourceDataset relativeToVRT=\"1\">a.tif</SourceDataset>"
                       "<Transformer><ApproxTransformer><MaxError>0.125</MaxError>"
                       "<BaseTransformer><GenImgProjTransformer><ReprojectTransformer>"
                       "<ReprojectionTransformer><SourceSRS>GEOGCS[\"x\"]</SourceSRS>"
                       "</ReprojectionTransformer></ReprojectTransformer></GenImgProjTransformer>"
                       "</BaseTransformer></ApproxTransformer></Transformer></GDALWarpOptions>"
                       "</VRTDataset>",
                       "/data") == Paths{"/data/a.tif"});
    // Bands name the same file.
    CHECK(names_in_vrt("<VRTDataset>" + named("a.tif") + named("a.tif") + "</VRTDataset>",
                       "/data") == Paths{"/data/a.tif"});
}

TEST_CASE("VRT: companions of a file must not lead elsewhere")
{
    VrtFolder const folder;
    auto const file = folder.path / "in/a.tif";
    CHECK_NOTHROW(check_sidecars(file));
    folder.write("in/a.tif.aux.xml", "<PAMDataset><Metadata/></PAMDataset>");
    CHECK_NOTHROW(check_sidecars(file));
    folder.write("in/a.tif.aux.xml",
                 "<PAMDataset><MDI key=\"OVERVIEW_FILE\">/x</MDI></PAMDataset>");
    CHECK_THROWS_AS(check_sidecars(file), Error);
    folder.write("in/a.tif.aux.xml", "");
    folder.write("in/a.tif.ovr", vrt_of(named("b.tif")));
    CHECK_THROWS_AS(check_sidecars(file), Error);
}

TEST_CASE("VRT: results are cached until one of the VRTs changes")
{
    VrtFolder const folder;
    folder.write("in/inner.vrt", vrt_of(named("a.tif")));
    auto const outer = folder.write("in/outer.vrt", vrt_of(named("inner.vrt")));
    VrtSources sources;
    CHECK(sources.find(folder.path / "in/a.tif", folder.roots()) == nullptr);
    auto const first = sources.find(outer, folder.roots());
    REQUIRE(first != nullptr);
    CHECK(sources.find(outer, folder.roots()) == first);
    folder.write("in/inner.vrt", vrt_of(named("../out/b.tif")) + " ");
    CHECK_THROWS_AS((void)sources.find(outer, folder.roots()), Error);
}

TEST_CASE("VRT: a file that was none is one as soon as it is written anew")
{
    VrtFolder const folder;
    auto const file = folder.path / "in/a.tif";
    std::this_thread::sleep_for(std::chrono::milliseconds{1100}); // old enough to be remembered
    VrtSources sources;
    CHECK(sources.find(file, folder.roots()) == nullptr);
    CHECK(sources.find(file, folder.roots()) == nullptr);
    fs::copy_file(folder.path / "out/b.tif", folder.path / "in/b.tif");
    folder.write("in/a.tif", vrt_of(named("b.tif")));
    auto const found = sources.find(file, folder.roots());
    REQUIRE(found != nullptr);
    CHECK(found->size() == 1);
}
