// SPDX-License-Identifier: MIT
#include "ows/template/values.hpp"

#include "base/string.hpp"
#include "crs/transformation.hpp"
#include "ows/common/name_list.hpp"
#include "ows/template/escape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <unistd.h>
#include <unordered_set>
#include <utility>

namespace ms::ows::tmpl {

namespace {

using geometry::Box;

bool is(Tag const& tag, std::string_view name)
{
    return equals_ignoring_case(tag.name, name);
}

geometry::Point middle(Box const& box)
{
    return {(box.min_x + box.max_x) / 2, (box.min_y + box.max_y) / 2};
}

crs::Transformation to_degrees(Page const& page)
{
    return {page.view.crs, page.view.crs.is_defined() ? crs::parse("CRS:84") : crs::Definition{}};
}

/// [date format="%d/%b/%Y:%H:%M:%S %z" tz="local"].
std::string date_text(Tag const& tag)
{
    auto const now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::tm parts{};
    auto const zone = tag.value("tz", "local");
    bool const is_utc = equals_ignoring_case(zone, "gmt") || equals_ignoring_case(zone, "utc");
    if ((is_utc ? gmtime_r(&now, &parts) : localtime_r(&now, &parts)) == nullptr) {
        return {};
    }
    std::array<char, 256> text{};
    auto const format = tag.value("format", "%d/%b/%Y:%H:%M:%S %z");
    auto const length = std::strftime(text.data(), text.size(), format.c_str(), &parts);
    return escape_html({text.data(), length});
}

/// [id]: the session id that a page passes from request to request; the first request gets a new
/// one.
std::string session_id(Page const& page)
{
    auto const& given = page.call.parameters().value("id");
    if (!given.empty()) {
        return escape_html(given);
    }
    auto const since = page.call.request.received.time_since_epoch();
    return fmt::format("{}{}", std::chrono::duration_cast<std::chrono::microseconds>(since).count(),
                       getpid());
}

/// The names of layers and groups in the request's layer and layers, in its order; as in MapServer,
/// not those of WMS.
/// \throws ServiceException if there are too many
std::vector<std::string_view> requested_layers(Page const& page)
{
    std::vector<std::string_view> requested;
    if (page.call.parameters().last("request") != nullptr) {
        return requested;
    }
    for (auto const& [name, value] : page.call.parameters().entries()) {
        if (equals_ignoring_case(name, "layers") || equals_ignoring_case(name, "layer")) {
            append_words(value, "layers", requested);
        }
    }
    return requested;
}

/// [layers]: the layers of the request as sent; the first "all" is every layer.
std::string requested_layer_names(Page const& page)
{
    std::vector<std::string_view> names;
    bool has_all = false;
    for (auto const word : requested_layers(page)) {
        if (!equals_ignoring_case(word, "all")) {
            names.push_back(word);
            continue;
        }
        if (std::exchange(has_all, true)) {
            continue;
        }
        for (auto const& layer : page.call.map->layers) {
            names.emplace_back(layer.name);
        }
    }
    return fmt::format("{}", fmt::join(names, " "));
}

/// As in MapServer, a query turns the layers on that it names as qlayer and slayer, also those that
/// are always drawn.
bool is_turned_on(Page const& page, mapfile::Layer const& layer)
{
    auto const& parameters = page.call.parameters();
    return page.query_image && !layer.name.empty() &&
           (equals_ignoring_case(parameters.value("qlayer"), layer.name) ||
            equals_ignoring_case(parameters.value("slayer"), layer.name));
}

/// [toggle_layers]: the layers that a page can turn on and off.
std::string toggled_layer_names(Page const& page)
{
    std::vector<std::string_view> names;
    for (auto const& layer : page.call.map->layers) {
        bool const is_toggled =
            layer.status != mapfile::Status::Default || is_turned_on(page, layer);
        if (is_toggled && !layer.name.empty()) {
            names.emplace_back(layer.name);
        }
    }
    return fmt::format("{}", fmt::join(names, " "));
}

/// The names of the request, to be compared with those of all layers.
class RequestedNames {
public:
    explicit RequestedNames(Page const& page)
    {
        for (auto const word : requested_layers(page)) {
            m_names.insert(to_lower(word));
        }
    }

    [[nodiscard]] bool has(mapfile::Layer const& layer) const
    {
        return m_names.contains("all") || m_names.contains(to_lower(layer.name)) ||
               (!layer.group.empty() && m_names.contains(to_lower(layer.group)));
    }

private:
    std::unordered_set<std::string> m_names;
};

/// Names of the layers that the request turns on, and those that are always drawn.
std::vector<std::string_view> shown_layers(Page const& page)
{
    RequestedNames const requested{page};
    std::vector<std::string_view> shown;
    for (auto const& layer : page.call.map->layers) {
        if (requested.has(layer) || layer.status == mapfile::Status::Default) {
            shown.emplace_back(layer.name);
        }
    }
    return shown;
}

/// [NAME_check], [NAME_select]: whether the request names a layer, directly or by its group; for a
/// group, as in MapServer, whether it names its first layer.
std::optional<std::string> choice_value(Page const& page, Tag const& tag)
{
    std::string_view const name = tag.name;
    bool const is_check = name.ends_with("_check");
    if (!is_check && !name.ends_with("_select")) {
        return std::nullopt;
    }
    auto const subject = name.substr(0, name.rfind('_'));
    auto const& layers = page.call.map->layers;
    auto const found = std::ranges::find_if(layers, [&](mapfile::Layer const& layer) {
        return layer.name == subject || (!layer.group.empty() && layer.group == subject);
    });
    if (found == layers.end()) {
        return std::nullopt;
    }
    if (!RequestedNames{page}.has(*found)) {
        return std::string{};
    }
    return is_check ? "checked=\"checked\"" : "selected=\"selected\"";
}

/// [zoom_2_check], [zoomdir_1_select]: whether the request has zoom=2, zoomdir=1.
std::optional<std::string> zoom_value(Page const& page, Tag const& tag)
{
    auto const parts = split(tag.name, '_');
    bool const is_choice = parts.size() == 3 && (parts[2] == "check" || parts[2] == "select");
    auto const requested = is_choice ? parse_int(parts[1]) : std::nullopt;
    if (!requested || (parts[0] != "zoom" && parts[0] != "zoomdir")) {
        return std::nullopt;
    }
    // A click without other parameters pans the map; modes zoomin and zoomout set a direction.
    auto const mode = page.call.parameters().value("mode");
    int const way = equals_ignoring_case(mode, "zoomin")    ? 1
                    : equals_ignoring_case(mode, "zoomout") ? -1
                                                            : 0;
    bool const is_given_by_mode = parts[0] == "zoomdir" && way != 0;
    auto const* const given = is_given_by_mode ? nullptr : page.call.parameters().last(parts[0]);
    auto const otherwise = parts[0] == "zoom" ? 1 : way;
    auto const value = given == nullptr ? std::optional{otherwise} : parse_int(*given);
    if (value != requested) {
        return std::string{};
    }
    return parts[2] == "check" ? "checked=\"checked\"" : "selected=\"selected\"";
}

/// EXTENT of the reference map, as much larger as square pixels of its image need.
std::optional<Box> reference_extent(mapfile::Reference const& reference)
{
    auto const& all = reference.extent;
    auto const& size = reference.size;
    if (!all.is_set() || size.width < 2 || size.height < 2) {
        return std::nullopt;
    }
    Box const box{all.min_x, all.min_y, all.max_x, all.max_y};
    auto const cell = std::max(box.width() / (size.width - 1), box.height() / (size.height - 1));
    auto const center = middle(box);
    double const half_x = cell * (size.width - 1) / 2;
    double const half_y = cell * (size.height - 1) / 2;
    return Box{center.x - half_x, center.y - half_y, center.x + half_x, center.y + half_y};
}

std::optional<std::string> box_value(Page const& page, Tag const& tag)
{
    auto const& extent = page.view.extent;
    auto const& requested = page.requested_extent.value_or(extent);
    if (is(tag, "mapext") || is(tag, "rawext")) {
        return box_text(is(tag, "mapext") ? extent : requested, tag);
    }
    if (is(tag, "mapext_esc") || is(tag, "rawext_esc")) {
        return escape_url(box_text(is(tag, "mapext_esc") ? extent : requested, tag));
    }
    std::array<std::pair<std::string_view, double>, 4> const sides{{{"rawminx", requested.min_x},
                                                                    {"rawminy", requested.min_y},
                                                                    {"rawmaxx", requested.max_x},
                                                                    {"rawmaxy", requested.max_y}}};
    for (auto const& [name, value] : sides) {
        if (is(tag, name)) {
            return number_text(value, precision_of(tag));
        }
    }
    if (is(tag, "refext") || is(tag, "refext_esc")) {
        auto const shown = reference_extent(page.call.map->reference);
        if (!shown) {
            return std::nullopt;
        }
        auto text = box_text(*shown, tag);
        return is(tag, "refext") ? text : escape_url(text);
    }
    if (is(tag, "mapext_latlon")) {
        return box_text(to_degrees(page).forward(extent), tag);
    }
    if (is(tag, "mapext_latlon_esc")) {
        return escape_url(box_text(to_degrees(page).forward(extent), tag));
    }
    if (starts_with_ignoring_case(tag.name, "minl") ||
        starts_with_ignoring_case(tag.name, "maxl")) {
        auto const degrees = to_degrees(page).forward(extent);
        std::array<std::pair<std::string_view, double>, 4> const of_degrees{
            {{"minlon", degrees.min_x},
             {"minlat", degrees.min_y},
             {"maxlon", degrees.max_x},
             {"maxlat", degrees.max_y}}};
        for (auto const& [name, value] : of_degrees) {
            if (is(tag, name)) {
                return number_text(value, precision_of(tag));
            }
        }
    }
    return std::nullopt;
}

/// The clicked point, or -1 -1 as in MapServer.
std::optional<std::string> point_value(Page const& page, Tag const& tag)
{
    geometry::Point point = page.point.value_or(geometry::Point{-1, -1});
    bool const is_in_degrees = is(tag, "maplon") || is(tag, "maplat");
    if (!is_in_degrees && !is(tag, "mapx") && !is(tag, "mapy")) {
        return std::nullopt;
    }
    if (is_in_degrees) {
        (void)to_degrees(page).forward({&point, 1});
    }
    bool const is_x = is(tag, "mapx") || is(tag, "maplon");
    return number_text(is_x ? point.x : point.y, precision_of(tag));
}

std::optional<std::string> number_value(Page const& page, Tag const& tag)
{
    auto const& view = page.view;
    auto const center =
        middle({0, 0, static_cast<double>(view.width), static_cast<double>(view.height)});
    std::array<std::pair<std::string_view, double>, 9> const numbers{
        {{"minx", view.extent.min_x},
         {"miny", view.extent.min_y},
         {"maxx", view.extent.max_x},
         {"maxy", view.extent.max_y},
         {"scale", view.scale_denominator},
         {"scaledenom", view.scale_denominator},
         {"cellsize", std::max(view.cell_size_x, view.cell_size_y)},
         {"dx", view.extent.width()},
         {"dy", view.extent.height()}}};
    for (auto const& [name, value] : numbers) {
        if (is(tag, name)) {
            return number_text(value, precision_of(tag));
        }
    }
    if (is(tag, "center")) {
        return fmt::format("{:.1f} {:.1f}", center.x, center.y);
    }
    if (is(tag, "center_x") || is(tag, "center_y")) {
        return fmt::format("{:.1f}", is(tag, "center_x") ? center.x : center.y);
    }
    return std::nullopt;
}

/// [web_KEY], [LAYER_KEY]: values of METADATA. As in MapServer, those of a layer are empty unless
/// the request turns it on; that does not hold for STATUS DEFAULT.
std::optional<std::string_view> metadata_value(Page const& page, std::string_view name)
{
    auto const& map = *page.call.map;
    if (name.starts_with("web_")) {
        if (auto const* const value = map.web.metadata.find(name.substr(4))) {
            return *value;
        }
    }
    for (auto const& layer : map.layers) {
        if (!layer.name.empty() && name.size() > layer.name.size() &&
            name.starts_with(layer.name) && name[layer.name.size()] == '_') {
            if (auto const* const value = layer.metadata.find(name.substr(layer.name.size() + 1))) {
                bool const is_on =
                    is_turned_on(page, layer) ||
                    (layer.status != mapfile::Status::Default && RequestedNames{page}.has(layer));
                return is_on ? std::string_view{*value} : std::string_view{};
            }
        }
    }
    return std::nullopt;
}

} // namespace

std::string shown_layer_names(Page const& page)
{
    return fmt::format("{}", fmt::join(shown_layers(page), " "));
}

std::optional<int> precision_of(Tag const& tag)
{
    auto const precision = parse_int(tag.value("precision", ""));
    return precision && *precision >= 0 ? std::optional{std::min(*precision, 17)} : std::nullopt;
}

std::string number_text(double value, std::optional<int> precision)
{
    return fmt::format("{:.{}f}", value, precision.value_or(6));
}

std::string box_text(Box box, Tag const& tag)
{
    auto expand = tag.value("expand", "0");
    bool const is_share = expand.ends_with('%');
    if (is_share) {
        expand.pop_back();
    }
    auto const amount = parse_double(expand).value_or(0);
    double const share = is_share ? amount / 200 : 0; // a half on each side
    double const more_x = is_share ? box.width() * share : amount;
    double const more_y = is_share ? box.height() * share : amount;
    box = {box.min_x - more_x, box.min_y - more_y, box.max_x + more_x, box.max_y + more_y};
    auto const precision = precision_of(tag);
    auto text = tag.value("format", "$minx $miny $maxx $maxy");
    text = replace_all(text, "$minx", number_text(box.min_x, precision));
    text = replace_all(text, "$miny", number_text(box.min_y, precision));
    text = replace_all(text, "$maxx", number_text(box.max_x, precision));
    text = replace_all(text, "$maxy", number_text(box.max_y, precision));
    return escaped(text, tag.find("escape"));
}

std::optional<std::string> map_value(Page const& page, Tag const& tag)
{
    auto const& view = page.view;
    if (is(tag, "date")) {
        return date_text(tag);
    }
    if (is(tag, "layers") || is(tag, "toggle_layers")) {
        return escape_html(is(tag, "layers") ? requested_layer_names(page)
                                             : toggled_layer_names(page));
    }
    if (is(tag, "layers_esc") || is(tag, "toggle_layers_esc")) {
        return escape_url(is(tag, "layers_esc") ? requested_layer_names(page)
                                                : toggled_layer_names(page));
    }
    if (is(tag, "mapwidth") || is(tag, "mapheight")) {
        return std::to_string(is(tag, "mapwidth") ? view.width : view.height);
    }
    if (is(tag, "mapsize") || is(tag, "mapsize_esc")) {
        return fmt::format("{}{}{}", view.width, is(tag, "mapsize") ? " " : "%20", view.height);
    }
    if (is(tag, "version")) {
        return "MapServer-compatible vector map server";
    }
    if (is(tag, "id")) {
        return session_id(page);
    }
    if (is(tag, "host") || is(tag, "port")) {
        auto const& address = page.call.request.address;
        auto const* const usual = address.scheme == "https" ? "443" : "80";
        return is(tag, "host") ? escape_html(address.host)
                               : (address.port.empty() ? usual : address.port);
    }
    if (is(tag, "legend") && page.legend) {
        return page.legend();
    }
    if (is(tag, "errmsg") || is(tag, "errmsg_esc")) {
        return std::string{}; // errors have a separate page
    }
    if (auto text = image_value(page, tag)) {
        return text;
    }
    for (auto* const find : {&box_value, &point_value, &number_value, &zoom_value, &choice_value}) {
        if (auto text = find(page, tag)) {
            return text;
        }
    }
    return std::nullopt;
}

/// In WEB FOOTER: see behind_all(). The counters are those behind the last feature.
std::optional<std::string> behind_all_value(Page const& page, Place const& place, Tag const& tag)
{
    auto const& layers = page.selection.layers;
    auto const last = layers.empty() ? std::size_t{0} : layers.back().size();
    if (is(tag, "cl")) {
        return escape_html(place.empty_layer);
    }
    if (is(tag, "nlr")) {
        return std::to_string(last);
    }
    if (is(tag, "rn")) {
        return std::to_string(page.selection.size() + 1);
    }
    if (is(tag, "lrn")) {
        return std::to_string(layers.empty() ? 0 : last + 1);
    }
    return std::nullopt;
}

std::optional<std::string> selection_value(Page const& page, Place const& place, Tag const& tag)
{
    if (is(tag, "nr")) {
        return std::to_string(page.selection.size());
    }
    if (is(tag, "nl")) {
        return std::to_string(page.selection.layers.size());
    }
    if (!place.empty_layer.empty()) {
        return behind_all_value(page, place, tag);
    }
    if (place.layer == nullptr) {
        return std::nullopt;
    }
    if (is(tag, "cl")) {
        return escape_html(place.layer->definition.name);
    }
    if (is(tag, "nlr")) {
        return std::to_string(place.layer->size());
    }
    if (is(tag, "rn")) { // outside the features, as in MapServer, the next one's
        auto const number = place.found != nullptr ? place.number
                            : place.is_behind      ? place.layer->size() + 1
                                                   : 1;
        return std::to_string(page.selection.size_before(*place.layer) + number);
    }
    if (is(tag, "lrn")) { // so
        return std::to_string(place.is_behind ? place.layer->size() + 1 : place.number);
    }
    if (is(tag, "items")) {
        std::vector<std::string_view> names;
        for (auto const& field : place.layer->fields) {
            names.emplace_back(field.name);
        }
        return escape_html(fmt::format("{}", fmt::join(names, ",")));
    }
    constexpr std::string_view metadata = "metadata_";
    if (tag.name.starts_with(metadata)) {
        auto const* const value =
            place.layer->definition.metadata.find(tag.name.substr(metadata.size()));
        return value == nullptr ? std::nullopt : std::optional{*value};
    }
    return std::nullopt;
}

std::optional<std::string> named_value(Page const& page, Tag const& tag)
{
    std::string_view const name = tag.name;
    // METADATA is the author's own text, and may hold markup.
    if (auto const value = metadata_value(page, name)) {
        return std::string{*value};
    }
    if (name.ends_with("_esc")) {
        if (auto const value = metadata_value(page, name.substr(0, name.size() - 4))) {
            return escape_url(*value);
        }
    }
    auto const& parameters = page.call.parameters();
    if (auto const* const value = parameters.last(name)) {
        return escaped(*value, tag.find("escape"));
    }
    if (auto const* const value = page.translated.first(name)) {
        return escaped(*value, tag.find("escape"));
    }
    if (name.ends_with("_esc")) {
        if (auto const* const value = parameters.last(name.substr(0, name.size() - 4))) {
            return escape_url(*value);
        }
    }
    return std::nullopt;
}

} // namespace ms::ows::tmpl
