// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads the settings of a server: the CONFIG file, then the environment of the process.

#include "image/encoder.hpp"
#include "mapfile/config_file.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace ms::server {

/// The limits of a request, and of all of them together.
struct Limits {
    std::size_t max_body_bytes = 5U << 20U;
    std::chrono::seconds request_time{120}; ///< 0: no end (MS_REQUEST_TIMEOUT)
    /// How long a client may take to receive a streamed answer (MS_STREAM_TIMEOUT).
    std::chrono::seconds stream_time{3600};
    /// Memory of a request for features and its answer (MS_REQUEST_MEMORY_MB).
    std::size_t request_bytes = std::size_t{256} << 20U;
    /// Temporary files of a request (MS_REQUEST_DISK_MB).
    std::size_t request_disk_bytes = std::size_t{2} << 30U;
    std::chrono::seconds image_age{
        300}; ///< lifetime of fetched images (MS_SLD_PICTURE_AGE); 0: not cached
    std::size_t kept_answer_bytes = std::size_t{64} << 20U; ///< MS_ANSWER_CACHE_MB; 0: not cached
    std::size_t kept_tile_bytes = std::size_t{64} << 20U;   ///< MS_TILE_CACHE_MB; 0: not cached
    std::size_t tile_store_bytes = std::size_t{1} << 30U;   ///< of each (MS_TILE_STORE_MB)
    /// Of decoded blocks of raster files (MS_RASTER_CACHE_MB); nullopt: by the machine's memory.
    std::optional<std::size_t> raster_cache_bytes{};
    /// For cascaded layers: MS_CASCADE_CONNECTIONS to one host at once, MS_CASCADE_CACHE_MB of
    /// answers in memory, MS_CASCADE_ANSWER_MB of one answer.
    std::size_t cascade_connections = 8;
    std::size_t cascade_cache_bytes = std::size_t{64} << 20U;
    std::size_t cascade_answer_bytes = std::size_t{32} << 20U;
    /// How images are compressed; nullopt: by the server's load (MS_IMAGE_EFFORT).
    std::optional<image::Effort> image_effort{};
    std::optional<bool> reads_ahead{};    ///< rows, on a second thread; nullopt: by the load
    std::size_t threads = 1;              ///< requests answered at once (MS_THREADS); default:
                                          ///< one for each processor
    std::size_t max_waiting = 192;        ///< that wait for a thread (MS_MAX_WAITING)
    std::size_t max_connections = 10'000; ///< of the listener (MS_MAX_CONNECTIONS)
    std::size_t held_bytes = std::size_t{256} << 20U; ///< for slow clients (MS_UNSENT_MB)
};

/// Frozen when the server starts.
class Config {
public:
    /// The value of an environment variable, or nullptr.
    using Environment = std::function<char const*(char const*)>;

    /// \param file from load_config_file(), or an empty one
    /// \param path of the file, to read it again; "" without one
    explicit Config(mapfile::ConfigFile file, Environment environment,
                    std::filesystem::path path = {});

    /// The same settings as the file has them now. \throws as load_config()
    [[nodiscard]] Config read_again() const;

    /// From the command line: overrides file and environment.
    void set(std::string key, std::string value) { m_set[std::move(key)] = std::move(value); }
    /// From the command line: a map by name, which is also the default map, and a page that lists
    /// it.
    void add_map(std::string const& name, std::filesystem::path const& mapfile);
    /// Whether any map can be shown.
    [[nodiscard]] bool has_maps() const;
    /// The setting from the command line, ENV of the file, or the environment; nullopt if it is not
    /// set.
    [[nodiscard]] std::optional<std::string> find(std::string_view key) const;
    /// Whether the command line or the file sets it, so that no environment does.
    [[nodiscard]] bool is_fixed(std::string_view key) const;
    /// Unset, "OFF", "NO", "FALSE" and "0" are off, anything else is on.
    [[nodiscard]] bool is_on(std::string_view key) const;
    /// Set to one of those that are off.
    [[nodiscard]] bool is_off(std::string_view key) const;
    [[nodiscard]] mapfile::ConfigFile const& file() const noexcept { return m_file; }
    /// \throws Error{BadMapfile} naming the key whose value is not a number or too small
    [[nodiscard]] Limits limits() const;

private:
    std::map<std::string, std::string, std::less<>> m_set;
    mapfile::ConfigFile m_file;
    Environment m_environment;
    std::filesystem::path m_path;
};

/// Unset, "OFF", "NO", "FALSE" and "0" are off, anything else is on.
[[nodiscard]] bool is_on(std::optional<std::string> const& value);

/// Reads the file that `path`, else MAPSERVER_CONFIG_FILE names; without either, only MS_MAPFILE
/// and MS_MAP_PATTERN of the environment allow maps. \throws Error{BadMapfile} if the file cannot
/// be read or is malformed
[[nodiscard]] Config load_config(std::optional<std::string> const& path,
                                 Config::Environment environment);

} // namespace ms::server
