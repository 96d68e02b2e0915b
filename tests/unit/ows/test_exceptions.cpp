// SPDX-License-Identifier: MIT
#include "base/string.hpp"
#include "ows/common/exception_report.hpp"
#include "ows/common/message_page.hpp"
#include "render/surround/message_image.hpp"
#include "source/layer_error.hpp"

#include "unit/ows/maps.hpp"

#include <pugixml.hpp>

#include <algorithm>
#include <array>

using namespace ms;
using namespace ms::ows;

namespace {

pugi::xml_document xml_of(http::Response const& response)
{
    pugi::xml_document document;
    auto const result = document.load_buffer(response.body.data(), response.body.size());
    REQUIRE_MESSAGE(result, result.description());
    return document;
}

/// The code of the exception a request gets; "-" for one without.
std::string code_of(std::string_view query)
{
    auto const document = xml_of(test::ask(test::example_map(), query));
    auto const exception = document.child("ServiceExceptionReport").child("ServiceException");
    REQUIRE(exception);
    return exception.attribute("code").as_string("-");
}

/// First column, first row, last column, last row of pixels darker than a light grey.
std::array<int, 4> dark_box(image::Bitmap image)
{
    std::array<int, 4> box{image.width(), image.height(), -1, -1};
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            auto const at = static_cast<std::size_t>(y * image.width() + x) * 4;
            if (image.pixels()[at] < 200) {
                box = {std::min(box[0], x), std::min(box[1], y), std::max(box[2], x),
                       std::max(box[3], y)};
            }
        }
    }
    return box;
}

} // namespace

// Content types, versions and codes of MapServer 8.0.0 for the same requests.
TEST_CASE("WMS exception: each version has its document and content type")
{
    auto const map = test::example_map();
    auto const old = test::ask(map, "SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap");
    CHECK(old.content_type == "application/vnd.ogc.se_xml; charset=UTF-8");
    CHECK(http::body_text(old).find("SYSTEM \"http://schemas.opengis.net/wms/1.1.1/"
                                    "exception_1_1_1.dtd\"") != std::string_view::npos);
    CHECK(xml_of(old).child("ServiceExceptionReport").attribute("version").value() ==
          std::string{"1.1.1"});

    auto const current = test::ask(map, "SERVICE=WMS&VERSION=1.3.0&REQUEST=GetMap");
    CHECK(current.content_type == "text/xml; charset=UTF-8");
    CHECK(xml_of(current).child("ServiceExceptionReport").attribute("xmlns").value() ==
          std::string{"http://www.opengis.net/ogc"});

    auto const oldest = test::ask(map, "SERVICE=WMS&VERSION=1.0.0&REQUEST=map&EXCEPTIONS=WMS_XML");
    CHECK(oldest.content_type == "text/xml; charset=UTF-8");
    // The form must be requested: without EXCEPTIONS 1.0.0 draws an image.
    CHECK(http::body_text(oldest).find("LAYERS") != std::string_view::npos);
}

TEST_CASE("WMS exception: codes of requests that name no operation of ours")
{
    CHECK(code_of("SERVICE=WMS") == "-");
    CHECK(code_of("SERVICE=WMS&VERSION=1.1.1") == "-");
    CHECK(code_of("SERVICE=WMS&VERSION=1.2.7&REQUEST=GetMap") == "-");
    CHECK(code_of("REQUEST=GetMap") == "-");
    CHECK(code_of("SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap") == "MissingParameterValue");
    for (std::string const request : {"Foo"}) {
        CAPTURE(request);
        CHECK(code_of("SERVICE=WMS&VERSION=1.3.0&REQUEST=" + request) == "OperationNotSupported");
    }
}

// The OGC test suite of WMS 1.1.1 sends this request without SERVICE, and MapServer 8.0.0 takes it
// for a CGI request.
TEST_CASE("WMS exception: the names of 1.0.0 are those of operations in later versions")
{
    CHECK(code_of("SERVICE=WMS&VERSION=1.1.1&REQUEST=map") == "MissingParameterValue");
    CHECK(code_of("VERSION=1.1.1&REQUEST=map") == "MissingParameterValue");
    CHECK(code_of("WMTVER=1.1.1&REQUEST=feature_info") == "MissingParameterValue");
}

TEST_CASE("WMS exception: a map that enables nothing answers nothing")
{
    auto const map = test::load(R"(MAP LAYER NAME "a" TYPE POINT END END)");
    auto const response = test::ask(map, "SERVICE=WMS&REQUEST=GetCapabilities");
    CHECK(response.status == 400);
    CHECK(http::body_text(response).find("not enabled") != std::string_view::npos);
}

TEST_CASE("WMS exception: the client's text is escaped")
{
    auto const response = test::ask(test::example_map(),
                                    "SERVICE=WMS&VERSION=1.3.0&REQUEST=GetMap&LAYERS=poly&STYLES="
                                    "%3Cscript%3Ealert(1)%3C/script%3E&CRS=EPSG:4326&BBOX=0,0,1,1"
                                    "&WIDTH=9&HEIGHT=9&FORMAT=image/png");
    CHECK(http::body_text(response).find("<script>") == std::string_view::npos);
    CHECK(http::body_text(response).find("&lt;script&gt;") != std::string_view::npos);
}

TEST_CASE("WMS exception: statuses distinguish client and server errors, or are MapServer's 200 on "
          "request")
{
    auto const query = "SERVICE=WMS&VERSION=1.3.0&REQUEST=GetMap";
    CHECK(test::ask(test::example_map(), query).status == 400);
    CHECK(test::ask(test::example_map(), query, {.errors_have_status = false}).status == 200);
}

TEST_CASE("complaints: the operator's details are hidden from clients")
{
    struct Row {
        ErrorKind kind;
        int status;
    };
    for (auto const& [kind, status] :
         {Row{ErrorKind::BadMapfile, 500}, Row{ErrorKind::Source, 500}, Row{ErrorKind::Limit, 500},
          Row{ErrorKind::Internal, 500}, Row{ErrorKind::NotFound, 404}}) {
        Error const error{kind, "/srv/secret/roads.map:41:16: password=x: SELECT 1"};
        auto const complaint = complaint_about(error);
        CHECK(complaint.status == status);
        CHECK(complaint.message.find("secret") == std::string::npos);
        CHECK(complaint.message.find("SELECT") == std::string::npos);
    }
    CHECK(complaint_about(Abandoned{}).status == 400);
    CHECK(complaint_about(Abandoned{}).message.find("closed the connection") != std::string::npos);
    CHECK(complaint_about(Interrupted{"too slow"}).status == 500);
    CHECK(complaint_about(std::runtime_error{"/srv/secret"}).status == 500);
    CHECK(complaint_about(std::runtime_error{"/srv/secret"}).message.find("secret") ==
          std::string::npos);
}

TEST_CASE(
    "complaints: a layer that fails in a map is named in MapServer's sentence, then the cause")
{
    using source::LayerError;
    auto const sentence =
        std::string{"msDrawMap(): Image handling error. Failed to draw layer named 'roads'."};
    CHECK(LayerError{ErrorKind::Source, "secret", "roads", "its data cannot be read"}
              .of_a_map()
              .public_text() == sentence);
    CHECK(LayerError{ErrorKind::Source, "secret", "roads", "the database is busy"}
              .of_a_map()
              .public_text() == sentence + "\nlayer 'roads': the database is busy");
    CHECK(LayerError{ErrorKind::Source, "secret", source::PublicText{"whole"}}
              .of_a_map()
              .public_text() == "whole");
}

TEST_CASE("complaints: a failed layer is named with its cause, and the status distinguishes "
          "temporary errors")
{
    using source::LayerError;
    auto const exception_of = [](ErrorKind kind, source::RetryPolicy retry_policy) {
        return complaint_about(
            LayerError{kind, "secret", "roads", "the database is busy", retry_policy});
    };
    CHECK(exception_of(ErrorKind::Source, source::RetryPolicy::None).message ==
          "layer 'roads': the database is busy");
    CHECK(exception_of(ErrorKind::Source, source::RetryPolicy::None).status == 500);
    CHECK(exception_of(ErrorKind::Source, source::RetryPolicy::Soon).status == 503);
    CHECK(exception_of(ErrorKind::Limit, source::RetryPolicy::None).status == 504);
    CHECK(exception_of(ErrorKind::Limit, source::RetryPolicy::Soon).status == 503);
}

TEST_CASE("complaints: public texts go to clients, and the message stays here")
{
    PublicError const error{ErrorKind::BadMapfile, "secret", "readGIF(): no colors"};
    CHECK(complaint_about(error).message == "readGIF(): no colors");
    CHECK(complaint_about(error).status == 500);
    source::LayerError const layer{ErrorKind::BadMapfile, "secret",
                                   source::not_drawn("roads", error.public_text())};
    CHECK(complaint_about(layer).message ==
          "msDrawMap(): Image handling error. Failed to draw layer named 'roads'.\n"
          "readGIF(): no colors");
}

TEST_CASE("log: a client cannot forge lines, and its mistakes are notices")
{
    std::vector<std::pair<LogLevel, std::string>> lines;
    Log log{LogLevel::All,
            [&](LogLine const& line) { lines.emplace_back(line.level, line.message); }};
    log_failure(log, "WMS", ServiceException{"", "no layer \"a\n[Tue] forged\""});
    log_failure(log, "WMS", Error{ErrorKind::Source, "no connection"});
    REQUIRE(lines.size() == 2);
    CHECK(lines[0] == std::pair{LogLevel::Notice, std::string{"WMS: no layer \"a [Tue] forged\""}});
    CHECK(lines[1].first == LogLevel::Error);
}

TEST_CASE("OWS exception: other services are refused in OWS Common's words")
{
    auto const response =
        test::ask(test::example_map(), "SERVICE=SOS&VERSION=2.0.0&REQUEST=GetCapabilities");
    CHECK(response.status == 400);
    auto const document = xml_of(response);
    auto const exception = document.child("ows:ExceptionReport").child("ows:Exception");
    CHECK(exception.attribute("exceptionCode").value() == std::string{"InvalidParameterValue"});
    CHECK(exception.attribute("locator").value() == std::string{"service"});
}

// As MapServer 8.7 has it; 8.0.0 takes such requests for CGI's.
TEST_CASE("OWS exception: maps that insist on the standards want a SERVICE of every OWS request")
{
    auto const map = test::load(R"(MAP NAME "s" EXTENT 0 0 1 1 SIZE 9 9
  WEB METADATA "ows_compliance_mode" "true" "ows_enable_request" "*" END END END)");
    auto const code_of_service = [&](std::string_view query) {
        test::TestRequest const request{map, query};
        auto const response = dispatch(request.call());
        return response ? std::string{xml_of(*response)
                                          .child("ows:ExceptionReport")
                                          .child("ows:Exception")
                                          .attribute("exceptionCode")
                                          .value()}
                        : "";
    };
    CHECK(code_of_service("REQUEST=GetCapabilities") == "MissingParameterValue");
    CHECK(code_of_service("SERVICE=&REQUEST=GetCapabilities") == "InvalidParameterValue");
    CHECK(code_of_service("SERVICE=zzz&REQUEST=GetCapabilities") == "InvalidParameterValue");
    CHECK(code_of_service("mode=map").empty());
}

TEST_CASE("OWS exception: wfs_cite_wfs2 answers GetCapabilities without SERVICE as WFS 2.0 does")
{
    auto const map = test::load(R"(MAP NAME "s" EXTENT 0 0 1 1 SIZE 9 9
  WEB METADATA "wfs_cite_wfs2" "true" "ows_enable_request" "*" END END END)");
    test::TestRequest const request{map, "REQUEST=GetCapabilities"};
    auto const response = dispatch(request.call());
    REQUIRE(response);
    CHECK(response->status == 400);
    auto const document = xml_of(*response);
    auto const report = document.child("ows:ExceptionReport");
    CHECK(std::string{report.attribute("version").value()} == "2.0.0");
    CHECK(std::string{report.child("ows:Exception").attribute("locator").value()} == "service");
}

TEST_CASE("GetMap: strict maps take TRANSPARENT in capitals only")
{
    std::string const text = R"(MAP NAME "s" EXTENT 0 0 1 1 SIZE 9 9 PROJECTION "init=epsg:4326" END
  WEB METADATA "wms_enable_request" "*" "wms_srs" "EPSG:4326" STRICT END END
  LAYER NAME "a" TYPE POINT FEATURE POINTS 0 0 END END END END)";
    auto const status = [&](std::string const& key, std::string const& value) {
        auto const map = test::load(replace_all(text, "STRICT", key));
        return test::ask(map,
                         "SERVICE=WMS&VERSION=1.3.0&REQUEST=GetMap&LAYERS=a&STYLES=&CRS=EPSG:4326"
                         "&BBOX=0,0,1,1&WIDTH=9&HEIGHT=9&FORMAT=image/png&TRANSPARENT=" +
                             value)
            .status;
    };
    for (std::string const value : {"true", "zzz"}) {
        CHECK(status("", value) == 200);
        CHECK(status("\"wms_compliance_mode\" \"true\"", value) == 400);
    }
    CHECK(status("\"wms_compliance_mode\" \"true\"", "TRUE") == 200);
}

TEST_CASE("OWS: a request without an explicit or implied service is left to others")
{
    test::TestRequest const request{test::example_map(), "REQUEST=GetCapabilities"};
    CHECK_FALSE(dispatch(request.call()));
}

TEST_CASE("exception images: of the requested size and type, blank or with text")
{
    auto const map = test::example_map();
    std::string const query = "SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=nope&STYLES="
                              "&SRS=EPSG:4326&BBOX=0,0,1,1&WIDTH=120&HEIGHT=60&FORMAT=image/png";
    auto const text = test::ask(map, query + "&EXCEPTIONS=INIMAGE");
    auto const blank = test::ask(map, query + "&EXCEPTIONS=application/vnd.ogc.se_blank");
    CHECK(text.status == 200);
    CHECK(text.content_type == "image/png");
    CHECK(blank.content_type == "image/png");
    CHECK(text.body != blank.body);
    // PNG, 11.2.2: width and height are in the bytes 16 to 23, high byte first.
    REQUIRE(blank.body.size() > 24);
    CHECK(blank.body[19] == 120);
    CHECK(blank.body[23] == 60);
}

// MapServer 8.0.0 answers this request (EXCEPTIONS=INIMAGE) with two lines of text, in the rows 1
// to 9 and 17 to 25, the columns 5 to 325.
TEST_CASE("message image: MapServer's lines, broken at the number of characters that fit")
{
    auto const map = test::example_map();
    text::FontCache fonts;
    image::Color const white{255, 255, 255, 255};
    auto image = render::message_image(*map, {400, 300}, white,
                                       "msOWSParseVersionString(): OWS error. Invalid version "
                                       "(1). Version must be in the format 'x.y' "
                                       "or 'x.y.z'",
                                       fonts);
    auto const box = dark_box(image);
    CHECK(box == std::array{5, 1, 325, 25});
}

TEST_CASE("message image: letters stay legible on dark images, and inside")
{
    auto const map = test::example_map();
    text::FontCache fonts;
    std::string const text = "\xC3\xA4\xFF a-very-long-word-that-runs-over-the-end and lines below";
    auto image = render::message_image(*map, {40, 20}, {0, 0, 0, 255}, text, fonts);
    auto const is_white = [&](std::size_t at) { return image.pixels()[at] > 200; };
    bool has_outline = false;
    for (std::size_t at = 0; at < image.pixels().size(); at += 4) {
        has_outline |= is_white(at);
    }
    CHECK(has_outline);
    CHECK(render::message_image(*map, {12, 20}, {0, 0, 0, 255}, text, fonts).pixels()[0] == 0);
}

TEST_CASE("message page: the message is escaped and the page may run nothing")
{
    auto const page = message_page(404, "<script>alert(1)</script>");
    CHECK(page.status == 404);
    CHECK(http::body_text(page).find("<script>") == std::string_view::npos);
    CHECK(std::ranges::any_of(page.headers, [](auto const& header) {
        return header.first == "Content-Security-Policy" && header.second == "default-src 'none'";
    }));
}

TEST_CASE("exceptions: what a message quotes of a request is cut between characters")
{
    std::string long_style;
    for (int i = 0; i < 100'000; ++i) {
        long_style += "\xC3\xA4";
    }
    std::string const before = "Style (";
    for (auto const* const shift : {"", "a"}) {
        ServiceException const error{"", before + shift + long_style};
        auto const message = complaint_about(error).message;
        CHECK(message.size() <= 2048);
        CHECK(message.size() > 2040);
        CHECK((message.size() - before.size() - std::string_view{shift}.size()) % 2 == 0);
    }
    CHECK(complaint_about(ServiceException{"", "short"}).message == "short");

    std::string logged;
    Log log{LogLevel::All, [&](LogLine const& line) { logged = line.message; }};
    log_failure(log, "WMS", ServiceException{"", long_style});
    CHECK(logged.size() < 2100);
    log_failure(log, "WMS", Error{ErrorKind::BadMapfile, long_style}); // the operator wants all
    CHECK(logged.size() > 100'000);
}
