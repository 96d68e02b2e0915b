// SPDX-License-Identifier: MIT
#include "server/app/maps.hpp"

#include "base/string.hpp"
#include "mapfile/pattern.hpp"
#include "mapfile/wrong_file.hpp"
#include "ows/common/exception_report.hpp"
#include "ows/common/service_exception.hpp"
#include "sld/style_files.hpp"

#include <utility>

namespace ms::server {

namespace {

/// Those of MAPS, which the index reads all, and others that requests name.
std::size_t max_maps(Config const& config)
{
    constexpr std::size_t others = 1000;
    return config.file().maps.entries.size() + others;
}

std::string mapfile_pattern(Config const& config)
{
    return config.find("MS_MAPFILE_PATTERN").value_or(R"(\.map$)");
}

MapCache::Load loader(Config const& config, Log& log)
{
    mapfile::LoadOptions options;
    options.path_pattern = mapfile_pattern(config);
    return [options, &log](std::filesystem::path const& path) {
        auto loaded = mapfile::load_file(path, options);
        std::vector<std::string> notes;
        loaded.map = sld::with_style_files(std::move(loaded.map), notes);
        for (auto const& note : notes) {
            log.write(LogLevel::Error, note);
        }
        return loaded;
    };
}

/// map=, else the first path segment after the script's name.
std::string requested_name(http::Request const& request)
{
    if (auto const* const name = request.parameters.first("map")) {
        return *name;
    }
    auto const steps = split(request.path_info, '/');
    return steps.size() > 1 ? std::string{steps[1]} : std::string{};
}

} // namespace

Maps::Maps(Config const& config, Limits const& limits, ows::Settings const& settings, Log& log)
    : m_config(config), m_limits(limits), m_settings(settings), m_log(log),
      m_cache(log, loader(config, log), max_maps(config))
{}

/// As in MapServer, off unless the configuration enables it: some maps must not be listed.
bool Maps::has_index() const
{
    return m_config.is_on("MS_INDEX") || m_config.find("MS_INDEX_TEMPLATE_DIRECTORY");
}

std::shared_ptr<mapfile::Map const> Maps::try_read(std::filesystem::path const& mapfile,
                                                   std::string_view asker)
{
    try {
        return m_cache.find(mapfile);
    } catch (Error const& error) {
        ows::log_failure(m_log, asker, error);
        return nullptr;
    }
}

std::vector<PublishedMap> Maps::published(Deadline const& deadline)
{
    std::vector<PublishedMap> maps;
    for (auto const& [key, path] : m_config.file().maps.entries) {
        deadline.check();
        maps.push_back({key, try_read(*m_config.file().map_path(key), "index")});
    }
    return maps;
}

std::optional<std::string> Maps::find_unreadable()
{
    constexpr auto asker = "readyz";
    for (auto const& [key, path] : m_config.file().maps.entries) {
        if (!try_read(*m_config.file().map_path(key), asker)) {
            return key;
        }
    }
    auto const common = m_config.find("MS_MAPFILE");
    return common && !try_read(*common, asker) ? std::optional<std::string>{"MS_MAPFILE"}
                                               : std::nullopt;
}

std::optional<http::Response> Maps::find_page(http::Request const& request, Log& log,
                                              Deadline::Clock::time_point end)
{
    auto base = m_settings.online_resource.empty() ? request.address.script_name
                                                   : m_settings.online_resource;
    if (!base.ends_with('/')) {
        base += '/';
    }
    Deadline const deadline{end, request.is_abandoned};
    IndexTemplates const templates{.folder =
                                       m_config.find("MS_INDEX_TEMPLATE_DIRECTORY").value_or(""),
                                   .max_bytes = m_limits.request_bytes,
                                   .deadline = &deadline};
    auto const name = requested_name(request);
    if (name.empty()) {
        return asks_nothing(request)
                   ? std::optional{index_page(request, base, published(deadline), templates)}
                   : std::nullopt;
    }
    auto const path = m_config.file().map_path(name);
    if (!path) {
        return std::nullopt;
    }
    auto map = read(request, *path, log).map;
    if (!asks_nothing(request) && !map->web.template_path.empty()) {
        return std::nullopt; // BROWSE answers with the map's own page
    }
    bool const is_address_known =
        request.address != http::Address{} || m_config.find("MS_ONLINERESOURCE").has_value();
    if (!is_address_known && request.path_info.ends_with('/')) {
        base.clear(); // its links are relative to the page
    }
    return landing_page(request, base, {name, std::move(map)}, templates);
}

/// Whether it is missing or not, as in MapServer: what is refused discloses nothing about files.
void Maps::require_mapfile_name(std::filesystem::path const& mapfile) const
{
    if (!mapfile::Pattern{mapfile_pattern(m_config)}.is_in(mapfile.string())) {
        throw ows::ServiceException{
            "", "msLoadMap(): Regular expression error. Filename validation failed.",
            ErrorKind::NotFound};
    }
}

CachedMap Maps::read(http::Request const& request, std::filesystem::path const& mapfile, Log& log)
{
    try {
        return m_cache.find_with_version(mapfile);
    } catch (mapfile::WrongFile const& error) {
        throw ows::ServiceException{"", "msLoadMap(): " + std::string{error.plain()},
                                    ErrorKind::BadMapfile};
    } catch (Error const& error) {
        require_mapfile_name(mapfile);
        if (error.kind() != ErrorKind::NotFound) {
            throw;
        }
        auto const name = requested_name(request);
        bool const is_listed = name.empty() || m_config.file().map_path(name);
        log.write(is_listed ? LogLevel::Error : LogLevel::Notice,
                  "the file of the map \"" + name + "\" is missing: " + mapfile.native());
        // As the client named it; the path of its file is not disclosed.
        throw ows::ServiceException{"", "msLoadMap(): Unable to access file. (" + name + ")",
                                    ErrorKind::NotFound};
    }
}

} // namespace ms::server
