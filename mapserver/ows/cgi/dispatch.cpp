// SPDX-License-Identifier: MIT
#include "ows/cgi/dispatch.hpp"

#include "base/string.hpp"
#include "ows/cgi/browse.hpp"
#include "ows/cgi/draw_map.hpp"
#include "ows/cgi/draw_tile.hpp"
#include "ows/cgi/form.hpp"
#include "ows/cgi/furniture_modes.hpp"
#include "ows/cgi/query_modes.hpp"
#include "ows/cgi/tile_json.hpp"
#include "ows/common/class_group.hpp"
#include "ows/common/exception_report.hpp"
#include "ows/common/message_page.hpp"
#include "ows/common/service_exception.hpp"

#include <algorithm>
#include <array>

namespace ms::ows::cgi {

namespace {

struct Mode {
    std::string_view name;
    http::Response (*run)(Call const&);
};

// Add a mode here.
constexpr std::array modes{
    Mode{"map", &draw_map},
    Mode{"tile", &draw_tile},
    Mode{"tilejson", &tile_json},
    Mode{"legend", &legend},
    Mode{"legendicon", &legend_icon},
    Mode{"maplegend", &map_legend},
    Mode{"maplegendicon", &map_legend_icon},
    Mode{"scalebar", &scale_bar},
    Mode{"reference", &reference},
    Mode{"browse", &browse},
    Mode{"zoomin", &zoom_in},
    Mode{"zoomout", &zoom_out},
    Mode{"coordinate", &coordinate},
    Mode{"query", &query},
    Mode{"nquery", &nquery},
    Mode{"itemquery", &itemquery},
    Mode{"itemnquery", &itemnquery},
    Mode{"featurequery", &featurequery},
    Mode{"featurenquery", &featurenquery},
    Mode{"itemfeaturequery", &itemfeaturequery},
    Mode{"itemfeaturenquery", &itemfeaturenquery},
    Mode{"indexquery", &indexquery},
};

bool is_among(std::string_view list, std::string_view name)
{
    return std::ranges::any_of(split_words(list), [&](std::string_view word) {
        return word == "*" || equals_ignoring_case(word, name);
    });
}

} // namespace

bool is_mode_enabled(mapfile::Map const& map, std::string_view mode)
{
    auto const* const list = map.web.metadata.find("ms_enable_modes");
    if (list == nullptr) {
        return true;
    }
    bool is_enabled = true;
    for (auto word : split_words(*list)) {
        bool const allows = !word.starts_with('!');
        word.remove_prefix(allows ? 0 : 1);
        is_enabled = is_among(word, mode) ? allows : is_enabled;
    }
    return is_enabled;
}

namespace {

http::Response run(Call const& call)
{
    auto const requested = mode_of(call);
    bool const is_given = call.parameters().last("mode") != nullptr;
    auto const name = requested.empty() && !is_given ? std::string_view{"browse"} : requested;
    auto const* const mode = std::ranges::find_if(
        modes, [&](Mode const& row) { return equals_ignoring_case(row.name, name); });
    if (mode == modes.end()) {
        refuse("msCGISetMode", "Invalid mode.");
    }
    if (!is_mode_enabled(*call.map, mode->name)) {
        refuse("mapserv", "This mode is not enabled.");
    }
    check_form(call.parameters(), call.map->max_size);
    return mode->run(call);
}

} // namespace

std::string_view mode_of(Call const& call)
{
    auto const* const given = call.parameters().last("mode");
    return given == nullptr ? std::string_view{call.settings.default_mode} : *given;
}

http::Response dispatch(Call const& call)
{
    try {
        return run(with_class_group(call));
    } catch (std::exception const& error) {
        log_failure(call.services.log, "CGI", error);
        auto const complaint = complaint_about(error);
        auto const& own_url = call.map->web.error_url;
        auto const& url = own_url.empty() ? call.settings.error_url : own_url;
        auto response = url.empty()
                            ? message_page(http_status(complaint, call.settings), complaint.message)
                            : redirect(url);
        response.error_kind = kind_of(error);
        return response;
    }
}

} // namespace ms::ows::cgi
