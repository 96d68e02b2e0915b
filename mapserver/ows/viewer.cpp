// SPDX-License-Identifier: MIT
#include "ows/viewer.hpp"

#include "base/string.hpp"
#include "base/xml_writer.hpp"
#include "ows/online_resource.hpp"

#include <fmt/format.h>

#include <random>

namespace ms::ows {

namespace {

/// A string of JavaScript that may stand in a <script>: nothing in it ends the element or begins a
/// comment of HTML.
std::string script_string(std::string_view text)
{
    std::string out{"\""};
    for (char const c : text) {
        bool const is_plain = c >= ' ' && c != '"' && c != '\\' && c != '<' && c != '>' &&
                              c != '&' && c != '\'' && c != '\x7F';
        bool const is_beyond_ascii = static_cast<unsigned char>(c) > 127;
        if (is_plain || is_beyond_ascii) {
            out += c;
        } else {
            out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        }
    }
    return out + '"';
}

/// Fresh for every page, so that no other script can claim to be this one.
std::string nonce()
{
    std::random_device random;
    return fmt::format("{:08x}{:08x}{:08x}{:08x}", random(), random(), random(), random());
}

std::string settings_of(Call const& call, Viewer const& viewer)
{
    std::string parameters;
    for (auto const& [name, value] : viewer.parameters) {
        parameters +=
            (parameters.empty() ? "" : ", ") + script_string(name) + ": " + script_string(value);
    }
    auto const code = viewer.system.authority_code();
    auto const& box = viewer.extent;
    return fmt::format(
        "{{url: {}, parameters: {{{}}}, separator: {}, northingFirst: {}, "
        "projection: {}, units: {}, extent: [{}, {}, {}, {}]}}",
        script_string(online_resource(call)), parameters, script_string(viewer.extent_separator),
        viewer.is_northing_first, script_string(code.empty() ? "map" : code),
        viewer.system.is_defined() && viewer.system.is_geographic() ? "\"degrees\"" : "\"m\"",
        format_double(box.min_x), format_double(box.min_y), format_double(box.max_x),
        format_double(box.max_y));
}

/// Asks for one picture of what is seen whenever that changes.
constexpr std::string_view script = R"(
const filled = (text, extent, resolution) => {
  const [minX, minY, maxX, maxY] = extent;
  const sides = settings.northingFirst ? [minY, minX, maxY, maxX] : extent;
  return text.replace('{extent}', sides.join(settings.separator))
    .replace('{width}', Math.max(1, Math.round((maxX - minX) / resolution)))
    .replace('{height}', Math.max(1, Math.round((maxY - minY) / resolution)));
};
const load = (extent, resolution) => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(settings.parameters)) {
    query.set(name, filled(value, extent, resolution));
  }
  const image = new Image();
  image.src = settings.url + query;
  return image.decode().then(() => ({image, extent}));
};
if (!ol.proj.get(settings.projection)) {
  ol.proj.addProjection(new ol.proj.Projection({code: settings.projection, units: settings.units}));
}
const map = new ol.Map({
  target: 'map',
  layers: [new ol.layer.Image({source: new ol.source.Image({
    loader: load, projection: settings.projection, ratio: 1})})],
  view: new ol.View({projection: settings.projection})
});
map.getView().fit(settings.extent, {size: map.getSize()});
)";

} // namespace

http::Response viewer_page(Call const& call, Viewer const& viewer)
{
    auto const key = nonce();
    auto const body = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<title>{}</title>\n<link rel=\"icon\" href=\"data:,\">\n<link rel=\"stylesheet\" "
        "nonce=\"{}\" href=\"{}\">\n"
        "<style nonce=\"{}\">html, body, #map {{ height: 100%; margin: 0; }}</style>\n"
        "</head>\n<body>\n<div id=\"map\"></div>\n<script nonce=\"{}\" src=\"{}\"></script>\n"
        "<script nonce=\"{}\">\nconst settings = {};{}</script>\n</body>\n</html>\n",
        escape_xml(viewer.title), key, escape_xml(call.settings.viewer_style), key, key,
        escape_xml(call.settings.viewer_script), key, settings_of(call, viewer), script);
    auto response = http::text_response(200, "text/html; charset=UTF-8", body);
    response.headers.emplace_back(
        "Content-Security-Policy",
        fmt::format("default-src 'none'; script-src 'nonce-{0}'; style-src 'nonce-{0}'; "
                    "img-src http: https: data: blob:",
                    key));
    return response;
}

} // namespace ms::ows
