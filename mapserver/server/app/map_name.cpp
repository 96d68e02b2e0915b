// SPDX-License-Identifier: MIT
#include "server/app/map_name.hpp"

#include "base/error.hpp"
#include "base/lru_cache.hpp"
#include "base/string.hpp"
#include "mapfile/pattern.hpp"
#include "ows/common/service_exception.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

namespace ms::server {

namespace {

constexpr std::size_t max_name_length = 1024;

/// Doubled separators, steps of dots alone, commas (reference: environment, MS_MAP_BAD_PATTERN).
constexpr std::string_view default_bad_pattern = R"([/\]{2}|[/\]?\.+[/\]|,)";

/// With MapServer's messages. Nothing here checks the file system first, so that rejections
/// disclose nothing about files.
[[noreturn]] void refuse(std::string const& why)
{
    throw ows::ServiceException{"", "msCGILoadMap(): Web application error. " + why,
                                ErrorKind::NotFound};
}

[[noreturn]] void refuse_name()
{
    refuse("CGI variable \"map\" fails to validate.");
}

/// Whether the pattern of a setting is found anywhere in the name.
bool has_pattern(std::string const& name, std::string_view setting, std::string const& pattern)
{
    try {
        return mapfile::Pattern{pattern}.is_in(name);
    } catch (Error const& error) {
        throw Error{error.kind(), fmt::format("{}: {}", setting, error.what())};
    }
}

/// Few maps get most requests: paths that have passed are kept, as compiling and matching both
/// patterns takes longer than all else that is done for a name.
void check_patterns(std::string const& path, std::string const& bad, std::string const& good)
{
    thread_local LruCache<std::monostate> passed{std::size_t{64} << 10U};
    auto const key = path + '\0' + bad + '\0' + good; // a path has no NUL
    if (passed.find(key) != nullptr) {
        return;
    }
    if (has_pattern(path, "MS_MAP_BAD_PATTERN", bad) ||
        !has_pattern(path, "MS_MAP_PATTERN", good)) {
        refuse_name();
    }
    passed.put(key, {}, 0);
}

bool is_control(char c) noexcept
{
    return (c >= '\0' && c < ' ') || c == '\x7F';
}

bool has_unsafe_step(std::string_view path)
{
    auto const normal = replace_all(path, "\\", "/");
    auto steps = split(normal, '/');
    if (!steps.empty() && steps.front().empty()) {
        steps.erase(steps.begin()); // the root of an absolute path
    }
    return std::ranges::any_of(
        steps, [](std::string_view step) { return step.empty() || step == "." || step == ".."; });
}

/// From the CONFIG file, else the request, else the process.
std::optional<std::string> setting(std::string_view key, http::Request const& request,
                                   Config const& config)
{
    auto const own =
        std::ranges::find(request.settings, key, [](auto const& each) { return each.first; });
    return own == request.settings.end() || config.is_fixed(key) ? config.find(key)
                                                                 : std::optional{own->second};
}

void check_path(std::string const& path, http::Request const& request, Config const& config)
{
    auto const pattern = setting("MS_MAP_PATTERN", request, config);
    if (is_on(setting("MS_MAP_NO_PATH", request, config))) {
        refuse("CGI variable \"map\" not found in configuration and this server is not configured "
               "for full paths.");
    }
    if (!pattern) {
        refuse("Required configuration value MS_MAP_PATTERN not set.");
    }
    if (has_unsafe_step(path)) {
        refuse_name();
    }
    check_patterns(
        path,
        setting("MS_MAP_BAD_PATTERN", request, config).value_or(std::string{default_bad_pattern}),
        *pattern);
}

std::filesystem::path named_map(std::string const& name, http::Request const& request,
                                Config const& config)
{
    if (name.empty() || name.size() > max_name_length || std::ranges::any_of(name, is_control)) {
        refuse_name();
    }
    if (auto const path = config.file().map_path(name)) {
        return *path;
    }
    check_path(name, request, config);
    return name;
}

} // namespace

std::optional<std::filesystem::path> find_mapfile(http::Request const& request,
                                                  Config const& config)
{
    if (auto const* const name = request.parameters.first("map")) {
        return named_map(*name, request, config);
    }
    auto const steps = split(request.path_info, '/');
    if (steps.size() > 1 && !steps[1].empty()) {
        return named_map(std::string{steps[1]}, request, config); // a path of one step
    }
    if (auto const path = setting("MS_MAPFILE", request, config)) {
        return *path;
    }
    return std::nullopt;
}

} // namespace ms::server
