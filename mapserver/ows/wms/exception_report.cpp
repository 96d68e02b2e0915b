// SPDX-License-Identifier: MIT
#include "ows/wms/exception_report.hpp"
#include "ows/common/metadata.hpp"

#include "base/string.hpp"
#include "base/xml_writer.hpp"
#include "ows/common/exception_report.hpp"
#include "ows/wms/color.hpp"
#include "ows/wms/version.hpp"
#include "render/core/output.hpp"
#include "render/surround/message_image.hpp"

namespace ms::ows::wms {

namespace {

enum class Form : std::uint8_t { Xml, Image, Blank };

Form form_of(http::Parameters const& parameters, Version version)
{
    auto const requested = parameters.value("EXCEPTIONS");
    for (auto const name : {"INIMAGE", "application/vnd.ogc.se_inimage"}) {
        if (equals_ignoring_case(requested, name)) {
            return Form::Image;
        }
    }
    for (auto const name : {"BLANK", "application/vnd.ogc.se_blank"}) {
        if (equals_ignoring_case(requested, name)) {
            return Form::Blank;
        }
    }
    return requested.empty() && version == Version::V100 ? Form::Image : Form::Xml;
}

constexpr std::string_view declaration =
    "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n";

/// The root element is left open.
XmlWriter start_report(Version version, std::string const& schemas)
{
    if (version == Version::V130) {
        XmlWriter xml{declaration};
        xml.open("ServiceExceptionReport")
            .attribute("version", "1.3.0")
            .attribute("xmlns", "http://www.opengis.net/ogc")
            .attribute("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance")
            .attribute("xsi:schemaLocation",
                       "http://www.opengis.net/ogc " + schemas + "/wms/1.3.0/exceptions_1_3_0.xsd");
        return xml;
    }
    std::string const number{to_text(version)};
    XmlWriter xml{std::string{declaration} + "<!DOCTYPE ServiceExceptionReport SYSTEM \"" +
                  escape_xml(schemas) + "/wms/" + number + "/exception_" +
                  replace_all(number, ".", "_") + ".dtd\">\n"};
    xml.open("ServiceExceptionReport").attribute("version", number);
    return xml;
}

http::Response xml_report(Complaint const& complaint, Version version, std::string const& schemas,
                          Settings const& settings)
{
    auto const status = http_status(complaint, settings);
    if (version == Version::V100) {
        XmlWriter xml{""};
        xml.open("WMTException").attribute("version", "1.0.0").text(complaint.message).close();
        return http::text_response(status, "text/xml; charset=UTF-8", xml.take());
    }
    auto xml = start_report(version, schemas);
    xml.open("ServiceException");
    if (!complaint.code.empty()) {
        xml.attribute("code", complaint.code);
    }
    xml.text(complaint.message).close().close();
    return http::text_response(status,
                               version == Version::V130
                                   ? "text/xml; charset=UTF-8"
                                   : "application/vnd.ogc.se_xml; charset=UTF-8",
                               xml.take());
}

/// WIDTH and HEIGHT, or those of the map, if they make an image, else 400 by 300 pixels.
mapfile::Size image_size(Call const& call)
{
    auto const side = [&](std::string_view name, int otherwise) {
        auto const* const text = call.parameters().last(name);
        return text == nullptr ? otherwise : parse_int(*text).value_or(0);
    };
    auto const width = side("WIDTH", call.map->size.width);
    auto const height = side("HEIGHT", call.map->size.height);
    auto const limit = call.map->max_size;
    bool const is_usable = width > 0 && height > 0 && width <= limit && height <= limit;
    return is_usable ? mapfile::Size{width, height} : mapfile::Size{400, 300};
}

mapfile::OutputFormat image_format(Call const& call)
{
    try {
        return render::find_output_format(*call.map, call.parameters().value("FORMAT"));
    } catch (Error const&) {
        return render::find_output_format(*call.map, "image/png");
    }
}

image::Color background(Call const& call)
{
    auto color = parse_color(call.parameters().value("BGCOLOR"))
                     .value_or(call.map->image_color.value_or(image::Color{255, 255, 255, 255}));
    if (equals_ignoring_case(call.parameters().value("TRANSPARENT"), "TRUE")) {
        color.alpha = 0;
    }
    return color;
}

http::Response image_report(Call const& call, std::string_view text)
{
    auto format = image_format(call);
    auto const size = image_size(call);
    auto const color = background(call);
    if (color.alpha == 0) {
        format.transparent = true;
        format.image_mode = mapfile::ImageMode::Rgba;
    }
    auto const bitmap = render::message_image(*call.map, size, color, text, call.services.fonts);
    return {.status = 200,
            .content_type = format.mime_type,
            .headers = {},
            .body = render::encode(bitmap.view(), format)};
}

} // namespace

http::Response exception_report(Call const& call, Complaint const& complaint)
{
    auto const version = find_version(call.parameters()).value_or(Version::V130);
    auto const form = form_of(call.parameters(), version);
    if (form != Form::Xml) {
        try {
            return image_report(call, form == Form::Image ? complaint.message : "");
        } catch (std::exception const& error) {
            call.services.log.write(LogLevel::Error,
                                    std::string{"WMS exception image: "} + error.what());
        }
    }
    return xml_report(complaint, version, schemas_location(*call.map), call.settings);
}

} // namespace ms::ows::wms
