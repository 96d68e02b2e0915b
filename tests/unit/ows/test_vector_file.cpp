// SPDX-License-Identifier: MIT
#include "ows/cgi/dispatch.hpp"

#include "base/temporary_folder.hpp"
#include "unit/ows/maps.hpp"

#include <filesystem>
#include <fstream>
#include <string>

using namespace ms;
using namespace ms::ows;

namespace {

/// A polygon with a hole and a point, with the given OUTPUTFORMAT.
std::shared_ptr<mapfile::Map const> map_with(std::string const& format,
                                             std::string const& metadata = "")
{
    return test::load(R"map(
MAP
  NAME "q" EXTENT 0 0 99 99 SIZE 100 100 PROJECTION "init=epsg:3857" END
  WEB
    VALIDATION "base" "^.*$" "default_base" "ours" END
    METADATA "ows_enable_request" "*" "wms_getfeatureinfo_formatlist" "text/csv" END
  END
  OUTPUTFORMAT NAME "f" )map" +
                      format + R"map( END
  LAYER NAME "a" TYPE POLYGON STATUS ON TEMPLATE "x" PROCESSING "ITEMS=name,n"
    METADATA )map" + metadata +
                      R"map( END
    FEATURE POINTS 10 10 40 10 40 40 10 40 10 10 END POINTS 20 20 20 30 30 30 30 20 20 20 END ITEMS "alpha;1" END
  END
  LAYER NAME "b" TYPE POINT STATUS ON TEMPLATE "x" FEATURE POINTS 80 80 END END END
END)map");
}

http::Response ask(std::shared_ptr<mapfile::Map const> const& map, std::string_view query)
{
    test::TestRequest const request{map, query};
    return cgi::dispatch(request.call());
}

http::Response ask(std::string const& format, std::string const& metadata = "\"gml_x\" \"\"",
                   std::string_view query = "mode=nquery&qlayer=a&qformat=f")
{
    return ask(map_with(format, metadata), query);
}

std::string header(http::Response const& response, std::string_view name)
{
    for (auto const& [key, value] : response.headers) {
        if (key == name) {
            return value;
        }
    }
    return "";
}

std::string const csv = R"(DRIVER "OGR/CSV" MIMETYPE "text/csv" FORMATOPTION "LCO:GEOMETRY=AS_WKT"
    FORMATOPTION "FORM=simple" FORMATOPTION "FILENAME=result.csv")";
std::string const wkt =
    "\"POLYGON ((10 10,40 10,40 40,10 40,10 10),(20 20,20 30,30 30,30 20,20 20))\"";

} // namespace

// As MapServer 8.0.0 answers, byte by byte.
TEST_CASE("vector file: a query's features as CSV, with the items that gml_include_items names")
{
    auto const bare = ask(csv);
    CHECK(bare.content_type == "text/csv");
    CHECK(header(bare, "Content-Disposition") == "attachment; filename=result.csv");
    CHECK(http::body_text(bare) == "WKT,\n" + wkt + "\n");
    auto const items =
        ask(csv, R"("gml_include_items" "all" "gml_name_alias" "title" "gml_n_type" "Real")");
    CHECK(http::body_text(items) == "WKT,title,n\n" + wkt + ",alpha,1\n");
    // Only gml_ is used here.
    CHECK(http::body_text(ask(csv, R"("wms_include_items" "all" "ows_include_items" "all")")) ==
          http::body_text(bare));
}

TEST_CASE("vector file: GetFeatureInfo answers with a format that the list offers by its type")
{
    auto const response = test::ask(
        map_with(csv, R"("gml_include_items" "name")"),
        "SERVICE=WMS&VERSION=1.1.1&REQUEST=GetFeatureInfo&SRS=EPSG:3857&BBOX=0,0,99,99&WIDTH=99&"
        "HEIGHT=99&LAYERS=a&QUERY_LAYERS=a&STYLES=&X=15&Y=84&INFO_FORMAT=text/csv");
    CHECK(http::body_text(response) == "WKT,name\n" + wkt + ",alpha\n");
}

TEST_CASE("vector file: an empty result is a file without features; a stream is not an attachment")
{
    CHECK(http::body_text(
              ask(csv, "\"x\" \"\"", "mode=nquery&qlayer=a&mapext=200+200+300+300&qformat=f")) ==
          "WKT,\n");
    auto const stream = ask(csv + R"( FORMATOPTION "STORAGE=stream")");
    CHECK(header(stream, "Content-Disposition").empty());
    CHECK(http::body_text(stream) == "WKT,\n" + wkt + "\n");
    auto const packed = csv.substr(0, csv.find("FORM=simple")) + "FORM=zip\"";
    CHECK(http::body_text(ask(packed + R"( FORMATOPTION "STORAGE=stream")")) ==
          "WKT,\n" + wkt + "\n"); // not an archive, as in MapServer
}

TEST_CASE("vector file: several files are parts of an answer, or an archive")
{
    auto const gml = R"(DRIVER "OGR/GML" FORMATOPTION "FILENAME=a.gml" FORMATOPTION "FORM=)";
    auto const parts = ask(std::string{gml} + "multipart\"");
    CHECK(parts.content_type == "multipart/mixed; boundary=xxOGRBoundaryxx");
    auto const text = http::body_text(parts);
    CHECK(text.starts_with(
        "--xxOGRBoundaryxx\r\nContent-Disposition: attachment; filename=a.gml\r\n"
        "Content-Type: application/binary\r\nContent-Transfer-Encoding: binary\r\n\r\n<?xml"));
    CHECK(text.find("\r\n--xxOGRBoundaryxx\r\nContent-Disposition: attachment; "
                    "filename=a.xsd\r\n") != std::string_view::npos);
    CHECK(text.ends_with("\r\n--xxOGRBoundaryxx--\r\n"));
    auto const archive = ask(std::string{gml} + "zip\"");
    CHECK(archive.content_type == "application/zip");
    CHECK(header(archive, "Content-Disposition") == "attachment; filename=a.gml.zip");
    // The schema is left out where one file is all there may be.
    CHECK(http::body_text(ask(std::string{gml} + "simple\"")).starts_with("<?xml"));
    CHECK(header(ask(R"(DRIVER "OGR/CSV")"), "Content-Disposition") ==
          "attachment; filename=result.zip");
}

// MapServer 8.0.0.
TEST_CASE("vector file: shapefiles in an archive have the names of layers")
{
    for (std::string const name : {"", R"( FORMATOPTION "FILENAME=b.shp")"}) {
        CAPTURE(name);
        auto const archive =
            ask(R"(DRIVER "OGR/ESRI Shapefile" FORMATOPTION "FORM=multipart")" + name);
        auto const text = http::body_text(archive);
        CHECK(text.find("filename=a.shp\r\n") != std::string_view::npos);
        CHECK(text.find("filename=a.dbf\r\n") != std::string_view::npos);
    }
}

// MapServer 8.0.0: wfs_additional_files_in_output, relative to SHAPEPATH.
TEST_CASE("vector file: archives have the layer's additional files, each once")
{
    namespace fs = std::filesystem;
    TemporaryFolder const folder{fs::temp_directory_path()};
    auto const write = [&](char const* name) {
        fs::create_directories((folder.path() / name).parent_path());
        std::ofstream{folder.path() / name} << "text of " << name;
    };
    for (auto const* const name :
         {"secret.txt", "data/a.txt", "data/more/b.txt", "data/more/deep/c.txt", "data/left.txt"}) {
        write(name);
    }
    auto const names_in = [&](std::string const& list) {
        auto map = std::make_shared<mapfile::Map>(*map_with(
            R"(DRIVER "OGR/CSV" FORMATOPTION "FORM=multipart" FORMATOPTION "FILENAME=result.csv")",
            "\"wfs_additional_files_in_output\" \"" + list + '"'));
        map->origin.directory = folder.path();
        map->shape_path = "data";
        auto const response = ask(map, "mode=nquery&qlayer=a&qformat=f");
        std::string const text{http::body_text(response)};
        std::string names;
        constexpr std::string_view before = "filename=";
        for (auto at = text.find(before); at != std::string::npos; at = text.find(before, at + 1)) {
            auto const begin = at + before.size();
            names += text.substr(begin, text.find('\r', begin) - begin) + ' ';
        }
        return names;
    };
    CHECK(names_in("") == "result.csv ");
    CHECK(names_in("a.txt, more ,a.txt,more/b.txt") == "result.csv a.txt b.txt c.txt ");
    CHECK(names_in("nothing.txt,a.txt") == "result.csv a.txt ");
    CHECK(names_in("../secret.txt,more/../../secret.txt,..,/etc/passwd") == "result.csv ");
    fs::create_symlink(folder.path() / "secret.txt", folder.path() / "data/link.txt");
    CHECK(names_in("link.txt") == "result.csv ");
    CHECK(fs::exists(folder.path() / "data/a.txt")); // copies were sent
}

TEST_CASE("vector file: a feature's text cannot forge the end of a part")
{
    auto const response =
        ask(R"(DRIVER "OGR/GeoJSON" FORMATOPTION "FORM=multipart" FORMATOPTION "FILENAME=a.json")",
            R"("gml_include_items" "name" "gml_name_alias" "--xxOGRBoundaryxx--")");
    CHECK(response.content_type == "multipart/mixed; boundary=xxOGRBoundaryxxx");
}

TEST_CASE("vector file: a client's part of FILENAME is only a name")
{
    std::string const named = R"(DRIVER "OGR/CSV" FORMATOPTION "FORM=simple"
        FORMATOPTION "FILENAME=%base%.csv")";
    std::string const query = "mode=nquery&qlayer=a&qformat=f";
    auto const answer = [&](std::string const& more) {
        return ask(named, "\"x\" \"\"", query + more);
    };
    CHECK(header(answer(""), "Content-Disposition") == "attachment; filename=ours.csv");
    CHECK(header(answer("&base=mine"), "Content-Disposition") == "attachment; filename=mine.csv");
    CHECK(header(answer("&base=a+b;c"), "Content-Disposition") ==
          "attachment; filename=\"a b;c.csv\"");
    for (std::string const hostile : {"..%2Fx", "%2Ftmp%2Fx", "a%5Cb", "a%0Ab",
                                      "a%0D%0ASet-Cookie:+x", "a%22b", ".", "C:x", "a%7F"}) {
        CAPTURE(hostile);
        CHECK(answer("&base=" + hostile).status == 400);
    }
    CHECK(answer("&base=" + std::string(300, 'a')).status == 400);
}

TEST_CASE("vector file: wrong options are reported at the place of the OUTPUTFORMAT")
{
    auto const message = [](std::string const& format) {
        return ask(format).failure + std::to_string(ask(format).status);
    };
    CHECK(message(csv + R"( FORMATOPTION "STORAGE=tape")") != "200");
    CHECK(ask(R"(DRIVER "OGR/CSV" FORMATOPTION "FORM=round")").status == 500);
    CHECK(ask(R"(DRIVER "OGR/Nonsense" FORMATOPTION "FORM=simple")").status == 500);
    // Three files, but a simple answer can contain only one.
    CHECK(ask(R"(DRIVER "OGR/ESRI Shapefile" FORMATOPTION "FORM=simple")").status == 500);
}
