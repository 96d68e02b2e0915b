// SPDX-License-Identifier: MIT
#include "server/telemetry/log_output.hpp"

#include "base/error.hpp"
#include "base/string.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <unistd.h>

#include <algorithm>
#include <array>

namespace ms::server {

namespace {

/// The parts of the program that log.
constexpr std::array<std::string_view, 9> modules{
    "mapfile", "source",  "source/postgis", "source/shapefile", "sld", "render",
    "ows",     "ows/wms", "server"};

struct NamedFormat {
    std::string_view name;
    LogFormat format;
};
constexpr std::array<NamedFormat, 3> formats{
    {{"MAPSERVER", mapserver_line}, {"TEXT", text_line}, {"JSON", json_line}}};

[[noreturn]] void refuse(std::string_view key, std::string_view word, std::string const& what)
{
    throw Error{ErrorKind::BadRequest,
                fmt::format("{}: \"{}\": {}", key, word.substr(0, 100), what)};
}

std::pair<std::string, LogLevel> module_level(std::string_view word)
{
    auto const colon = word.rfind(':');
    auto const level =
        parse_int(colon == std::string_view::npos ? std::string_view{} : word.substr(colon + 1));
    if (!level || *level < 0 || *level > 5) {
        refuse("MS_LOG_LEVELS", word, "MODULE:LEVEL with a level from 0 to 5 is expected");
    }
    auto const module = word.substr(0, colon);
    if (std::ranges::find(modules, module) == modules.end()) {
        refuse("MS_LOG_LEVELS", word,
               fmt::format("there is no such module; there are {}", fmt::join(modules, ", ")));
    }
    return {std::string{module}, static_cast<LogLevel>(*level)};
}

std::int64_t microseconds(LogLine const& line)
{
    return std::chrono::duration_cast<std::chrono::microseconds>(line.time.time_since_epoch())
        .count();
}

/// A line's text must not end the line or imitate another.
std::string in_one_line(std::string_view text)
{
    std::string line{text};
    std::ranges::replace_if(
        line, [](char c) { return (c >= '\0' && c < ' ') || c == '\x7F'; }, ' ');
    return line;
}

} // namespace

LogLevels log_levels(Config const& config)
{
    auto const level = parse_int(config.find("MS_DEBUGLEVEL").value_or("")).value_or(0);
    LogLevels levels{static_cast<LogLevel>(std::clamp(level, 0, 5)), {}};
    auto const words = config.find("MS_LOG_LEVELS").value_or("");
    for (auto const word : split_words(words)) {
        levels.of_modules.push_back(module_level(word));
    }
    return levels;
}

Log::Sink log_sink(Config const& config)
{
    auto const name = config.find("MS_LOG_FORMAT").value_or("MAPSERVER");
    auto const* const form = std::ranges::find_if(
        formats, [&](auto const& one) { return equals_ignoring_case(one.name, name); });
    if (form == formats.end()) {
        refuse("MS_LOG_FORMAT", name, "MAPSERVER, TEXT or JSON is expected");
    }
    try {
        return file_sink(config.find("MS_ERRORFILE").value_or("stderr"), form->format);
    } catch (Error const&) {
        return file_sink("stderr", form->format);
    }
}

std::string text_line(LogLine const& line)
{
    auto const micros = microseconds(line);
    auto const time = fmt::localtime(static_cast<std::time_t>(micros / 1'000'000));
    auto text = fmt::format("[{:%a %b %d %H:%M:%S}.{:06} {:%Y}] [{}:{}] [pid {}:tid {}]", time,
                            micros % 1'000'000, time, line.module, level_name(line.level), getpid(),
                            thread_number());
    if (!line.origin.client.empty()) {
        text += fmt::format(" [client {}]", in_one_line(line.origin.client));
    }
    if (!line.origin.request.empty()) {
        text += fmt::format(" [request {}]", line.origin.request);
    }
    return text + ' ' + in_one_line(line.message) + '\n';
}

std::string json_line(LogLine const& line)
{
    auto const micros = microseconds(line);
    auto const time = fmt::gmtime(static_cast<std::time_t>(micros / 1'000'000));
    nlohmann::ordered_json object{
        {"time_us", micros},
        {"time", fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:06}Z", time, micros % 1'000'000)},
        {"level", level_name(line.level)},
        {"module", line.module},
        {"pid", getpid()},
        {"tid", thread_number()},
        {"client", line.origin.client},
        {"request", line.origin.request},
        {"trace", line.origin.trace},
        {"message", line.message}};
    return object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

} // namespace ms::server
