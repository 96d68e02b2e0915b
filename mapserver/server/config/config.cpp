// SPDX-License-Identifier: MIT
#include "server/config/config.hpp"

#include "base/error.hpp"
#include "base/string.hpp"

#include <algorithm>
#include <array>
#include <thread>

namespace ms::server {

namespace {

bool says_off(std::string_view value)
{
    constexpr std::array<std::string_view, 4> words{"OFF", "NO", "FALSE", "0"};
    return std::ranges::any_of(
        words, [&](std::string_view word) { return equals_ignoring_case(word, trim(value)); });
}

/// A number that is not below `least`; nullopt if the key is not set.
std::optional<int> number_of(Config const& config, std::string_view key, int least)
{
    auto const text = config.find(key);
    if (!text || trim(*text).empty()) {
        return std::nullopt;
    }
    auto const number = parse_int(*text);
    if (!number || *number < least) {
        throw Error{ErrorKind::BadMapfile, "CONFIG: " + std::string{key} +
                                               " must be a whole number from " +
                                               std::to_string(least)};
    }
    return number;
}

/// Values above `most` are clamped to `most`.
std::size_t count_of(Config const& config, std::string_view key, std::size_t otherwise,
                     std::size_t most)
{
    auto const number = number_of(config, key, 1);
    return number ? std::min(static_cast<std::size_t>(*number), most)
                  : std::max<std::size_t>(otherwise, 1);
}

} // namespace

Config::Config(mapfile::ConfigFile file, Environment environment, std::filesystem::path path)
    : m_file(std::move(file)), m_environment(std::move(environment)), m_path(std::move(path))
{}

void Config::add_map(std::string const& name, std::filesystem::path const& mapfile)
{
    m_file.maps.set(name, mapfile.native());
    set("MS_MAPFILE", mapfile.native());
    set("MS_INDEX", "ON");
}

bool Config::has_maps() const
{
    return !m_file.maps.empty() || find("MS_MAPFILE") || find("MS_MAP_PATTERN");
}

Config Config::read_again() const
{
    Config fresh{*this};
    if (!m_path.empty()) {
        fresh.m_file = mapfile::load_config_file(m_path);
    }
    return fresh;
}

std::optional<std::string> Config::find(std::string_view key) const
{
    if (auto const set = m_set.find(key); set != m_set.end()) {
        return set->second;
    }
    if (auto const* const value = m_file.env.find(key)) {
        return *value;
    }
    auto const* const value = m_environment ? m_environment(std::string{key}.c_str()) : nullptr;
    return value == nullptr ? std::nullopt : std::optional<std::string>{value};
}

bool Config::is_fixed(std::string_view key) const
{
    return m_set.contains(key) || m_file.env.find(key) != nullptr;
}

bool Config::is_on(std::string_view key) const
{
    return server::is_on(find(key));
}

bool Config::is_off(std::string_view key) const
{
    auto const value = find(key);
    return value && says_off(*value);
}

namespace {

struct EffortName {
    std::string_view name;
    std::optional<image::Effort> effort;
};
constexpr std::array effort_names{
    EffortName{"AUTO", std::nullopt}, EffortName{"FIXED", image::Effort::Stored},
    EffortName{"IDLE", image::Effort::Sent}, EffortName{"BUSY", image::Effort::Hurried}};

/// \throws Error{BadRequest} for an unknown word
std::optional<image::Effort> image_effort_of(std::optional<std::string> const& value)
{
    if (!value) {
        return std::nullopt;
    }
    auto const* const row = std::ranges::find_if(effort_names, [&](EffortName const& candidate) {
        return equals_ignoring_case(*value, candidate.name);
    });
    if (row == effort_names.end()) {
        throw Error{ErrorKind::BadRequest,
                    "MS_IMAGE_EFFORT: \"" + *value + "\" is not AUTO, FIXED, IDLE or BUSY"};
    }
    return row->effort;
}

/// \throws Error{BadRequest} for an unknown word
std::optional<bool> read_ahead_of(std::optional<std::string> const& value)
{
    if (!value || equals_ignoring_case(*value, "AUTO")) {
        return std::nullopt;
    }
    bool const is_always = equals_ignoring_case(*value, "ON");
    if (!is_always && !says_off(*value)) {
        throw Error{ErrorKind::BadRequest,
                    "MS_READ_AHEAD: \"" + *value + "\" is not AUTO, ON or OFF"};
    }
    return is_always;
}

} // namespace

Limits Config::limits() const
{
    Limits limits;
    if (auto const seconds = number_of(*this, "MS_REQUEST_TIMEOUT", 0)) {
        limits.request_time = std::chrono::seconds{*seconds};
    }
    if (auto const seconds = number_of(*this, "MS_STREAM_TIMEOUT", 1)) {
        limits.stream_time = std::chrono::seconds{*seconds};
    }
    if (auto const megabytes = number_of(*this, "MS_REQUEST_MEMORY_MB", 1)) {
        limits.request_bytes = static_cast<std::size_t>(*megabytes) << 20U;
    }
    if (auto const megabytes = number_of(*this, "MS_REQUEST_DISK_MB", 1)) {
        limits.request_disk_bytes = static_cast<std::size_t>(*megabytes) << 20U;
    }
    if (auto const seconds = number_of(*this, "MS_SLD_PICTURE_AGE", 0)) {
        limits.image_age = std::chrono::seconds{*seconds};
    }
    if (auto const megabytes = number_of(*this, "MS_ANSWER_CACHE_MB", 0)) {
        limits.kept_answer_bytes = static_cast<std::size_t>(*megabytes) << 20U;
    }
    if (auto const megabytes = number_of(*this, "MS_TILE_CACHE_MB", 0)) {
        limits.kept_tile_bytes = static_cast<std::size_t>(*megabytes) << 20U;
    }
    if (auto const megabytes = number_of(*this, "MS_TILE_STORE_MB", 1)) {
        limits.tile_store_bytes = static_cast<std::size_t>(*megabytes) << 20U;
    }
    if (auto const megabytes = number_of(*this, "MS_RASTER_CACHE_MB", 0)) {
        limits.raster_cache_bytes = static_cast<std::size_t>(*megabytes) << 20U;
    }
    limits.cascade_connections =
        count_of(*this, "MS_CASCADE_CONNECTIONS", limits.cascade_connections, 256);
    if (auto const megabytes = number_of(*this, "MS_CASCADE_CACHE_MB", 0)) {
        limits.cascade_cache_bytes = static_cast<std::size_t>(*megabytes) << 20U;
    }
    if (auto const megabytes = number_of(*this, "MS_CASCADE_ANSWER_MB", 1)) {
        limits.cascade_answer_bytes = static_cast<std::size_t>(*megabytes) << 20U;
    }
    limits.image_effort = image_effort_of(find("MS_IMAGE_EFFORT"));
    limits.reads_ahead = read_ahead_of(find("MS_READ_AHEAD"));
    limits.threads = count_of(*this, "MS_THREADS", std::thread::hardware_concurrency(), 1024);
    limits.max_waiting = count_of(*this, "MS_MAX_WAITING", limits.max_waiting, 100'000);
    limits.max_connections =
        count_of(*this, "MS_MAX_CONNECTIONS", limits.max_connections, 1'000'000);
    if (auto const megabytes = number_of(*this, "MS_UNSENT_MB", 1)) {
        limits.held_bytes = static_cast<std::size_t>(*megabytes) << 20U;
    }
    return limits;
}

bool is_on(std::optional<std::string> const& value)
{
    return value && !says_off(*value);
}

Config load_config(std::optional<std::string> const& path, Config::Environment environment)
{
    std::string file = path.value_or("");
    if (auto const* const named = environment ? environment("MAPSERVER_CONFIG_FILE") : nullptr;
        file.empty() && named != nullptr) {
        file = named;
    }
    if (file.empty()) {
        return Config{{}, std::move(environment)};
    }
    return Config{mapfile::load_config_file(file), std::move(environment), file};
}

} // namespace ms::server
