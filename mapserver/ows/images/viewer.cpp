// SPDX-License-Identifier: MIT
#include "ows/images/viewer.hpp"

#include "base/string.hpp"
#include "base/xml_writer.hpp"
#include "ows/common/online_resource.hpp"

#include <fmt/format.h>

#include <random>

namespace ms::ows {

namespace {

/// A JavaScript string that is safe inside <script>: it cannot end the element or begin an HTML
/// comment.
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

/// The address of the image that shows an extent.
constexpr std::string_view address_script = R"(
const filled = (text, extent, resolution) => {
  const [minX, minY, maxX, maxY] = extent;
  const sides = settings.northingFirst ? [minY, minX, maxY, maxX] : extent;
  return text.replace('{extent}', sides.join(settings.separator))
    .replace('{width}', Math.max(1, Math.round((maxX - minX) / resolution)))
    .replace('{height}', Math.max(1, Math.round((maxY - minY) / resolution)));
};
const addressOf = (extent, resolution) => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(settings.parameters)) {
    query.set(name, filled(value, extent, resolution));
  }
  return settings.url + query;
};)";

/// With OpenLayers: requests one image whenever the view changes.
constexpr std::string_view openlayers_script = R"(
const load = (extent, resolution) => {
  const image = new Image();
  image.src = addressOf(extent, resolution);
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

/// The same without a library: drag, wheel, double click, the keys + - and arrows.
constexpr std::string_view plain_script = R"(
const pane = document.querySelector('#map');
const [west, south, east, north] = settings.extent;
let view, shown, latest = 0, timer;
const place = () => {
  if (shown) {
    const scale = shown.resolution / view.resolution;
    const right = (shown.x - view.x) / view.resolution, down = (view.y - shown.y) / view.resolution;
    shown.image.style.transform = `translate(${right}px, ${down}px) scale(${scale})`;
  }
};
const load = () => {
  const number = ++latest, seen = {...view};
  const halfWidth = pane.clientWidth / 2 * seen.resolution;
  const halfHeight = pane.clientHeight / 2 * seen.resolution;
  const image = new Image();
  image.src = addressOf([seen.x - halfWidth, seen.y - halfHeight, seen.x + halfWidth, seen.y + halfHeight], seen.resolution);
  image.decode().then(() => {
    if (number === latest) {
      shown?.image.remove();
      shown = {...seen, image};
      pane.append(image);
      place();
    }
  }, () => {});
};
const move = (next, wait) => {
  view = next;
  place();
  clearTimeout(timer);
  timer = setTimeout(load, wait);
};
const zoom = (factor, event) => {
  const right = event ? event.clientX - pane.clientWidth / 2 : 0;
  const down = event ? event.clientY - pane.clientHeight / 2 : 0;
  const resolution = view.resolution / factor, less = view.resolution - resolution;
  move({x: view.x + right * less, y: view.y - down * less, resolution}, 200);
};
const pan = (right, down, wait) =>
  move({...view, x: view.x + right * view.resolution, y: view.y - down * view.resolution}, wait);
pane.addEventListener('wheel', event => {
  event.preventDefault();
  zoom(2 ** (-event.deltaY / 300), event);
}, {passive: false});
pane.addEventListener('dblclick', event => zoom(2, event));
pane.addEventListener('pointerdown', event => pane.setPointerCapture(event.pointerId));
pane.addEventListener('pointermove', event => {
  if (pane.hasPointerCapture(event.pointerId)) {
    pan(-event.movementX, -event.movementY, 150);
  }
});
document.addEventListener('keydown', event => {
  const steps = {ArrowLeft: [-100, 0], ArrowRight: [100, 0], ArrowUp: [0, -100], ArrowDown: [0, 100]};
  if (event.key === '+' || event.key === '-') {
    zoom(event.key === '+' ? 2 : 0.5);
  } else if (steps[event.key]) {
    pan(...steps[event.key], 150);
  }
});
window.addEventListener('resize', load);
move({x: (west + east) / 2, y: (south + north) / 2,
      resolution: Math.max((east - west) / pane.clientWidth, (north - south) / pane.clientHeight)}, 0);
)";

std::string library_elements(Call const& call, std::string const& key)
{
    auto const& settings = call.settings;
    std::string elements;
    if (!settings.viewer_style.empty()) {
        elements += fmt::format("<link rel=\"stylesheet\" nonce=\"{}\" href=\"{}\">\n", key,
                                escape_xml(settings.viewer_style));
    }
    if (!settings.viewer_script.empty()) {
        elements += fmt::format("<script nonce=\"{}\" src=\"{}\"></script>\n", key,
                                escape_xml(settings.viewer_script));
    }
    return elements;
}

} // namespace

http::Response viewer_page(Call const& call, Viewer const& viewer)
{
    auto const key = nonce();
    auto const body = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<title>{}</title>\n<link rel=\"icon\" href=\"data:,\">\n{}"
        "<style nonce=\"{}\">html, body, #map {{ height: 100%; margin: 0; overflow: hidden; "
        "touch-action: none; }} #map > img {{ position: absolute; left: 0; top: 0; }}</style>\n"
        "</head>\n<body>\n<div id=\"map\"></div>\n"
        "<script nonce=\"{}\">\nconst settings = {};{}{}</script>\n</body>\n</html>\n",
        escape_xml(viewer.title), library_elements(call, key), key, key, settings_of(call, viewer),
        address_script, call.settings.viewer_script.empty() ? plain_script : openlayers_script);
    auto response = http::text_response(200, "text/html; charset=UTF-8", body);
    response.headers.emplace_back(
        "Content-Security-Policy",
        fmt::format("default-src 'none'; script-src 'nonce-{0}'; style-src 'nonce-{0}'; "
                    "img-src http: https: data: blob:",
                    key));
    return response;
}

} // namespace ms::ows
