// SPDX-License-Identifier: MIT
#include "load/report.hpp"

#include "base/error.hpp"
#include "load/html_page.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <sys/sysinfo.h>
#include <sys/utsname.h>

#include <algorithm>
#include <fstream>
#include <thread>

namespace ms::load {

namespace {

std::vector<std::string> heading(Report const& report)
{
    std::vector<std::string> lines{report.protocol, "Machine: " + report.surroundings,
                                   "Caches: " + report.caches};
    for (auto const& target : report.targets) {
        lines.push_back(fmt::format("{}: {} ({})", target.name, target.about, target.url));
    }
    return lines;
}

std::string as_markdown(Report const& report)
{
    std::string text = fmt::format("{}\n", fmt::join(heading(report), "\n"));
    for (auto const& table : report.tables) {
        text += fmt::format("\n{}\n\n| {} |\n|", table.title, fmt::join(table.columns, " | "));
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            text += "---|";
        }
        text += '\n';
        for (auto const& row : table.rows) {
            text += fmt::format("| {} |\n", fmt::join(row, " | "));
        }
    }
    for (auto const& note : report.notes) {
        text += fmt::format("\nNote: {}\n", note);
    }
    return text;
}

std::string as_csv(Report const& report)
{
    std::string text;
    for (auto const& line : heading(report)) {
        text += "# " + line + '\n';
    }
    for (auto const& table : report.tables) {
        text += fmt::format("# {}\n{}\n", table.title, fmt::join(table.columns, ";"));
        for (auto const& row : table.rows) {
            text += fmt::format("{}\n", fmt::join(row, ";"));
        }
    }
    for (auto const& note : report.notes) {
        text += "# Note: " + note + '\n';
    }
    return text;
}

std::string as_json(Report const& report)
{
    using Json = nlohmann::ordered_json;
    auto tables = Json::array();
    for (auto const& table : report.tables) {
        auto rows = Json::array();
        for (auto const& row : table.rows) {
            Json object;
            for (std::size_t i = 0; i < row.size(); ++i) {
                object[table.columns[i]] = row[i];
            }
            rows.push_back(std::move(object));
        }
        tables.push_back({{"title", table.title}, {"rows", std::move(rows)}});
    }
    auto targets = Json::array();
    for (auto const& target : report.targets) {
        targets.push_back({{"name", target.name}, {"about", target.about}, {"url", target.url}});
    }
    Json const whole{{"protocol", report.protocol}, {"machine", report.surroundings},
                     {"caches", report.caches},     {"targets", std::move(targets)},
                     {"tables", std::move(tables)}, {"notes", report.notes}};
    return whole.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string processor()
{
    std::ifstream file{"/proc/cpuinfo"};
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("model name")) {
            return line.substr(line.find(':') + 2);
        }
    }
    return "unknown processor";
}

} // namespace

bool Report::has_failures() const noexcept
{
    return std::ranges::any_of(failures, [](auto const& one) { return one.second.failed > 0; });
}

void require_about(std::span<Target const> targets)
{
    for (auto const& target : targets) {
        if (target.about.empty()) {
            throw Error{ErrorKind::BadRequest,
                        "target \"" + target.name +
                            "\" does not say what it is (--about NAME=\"program, version, web "
                            "server, database\"): nothing is printed"};
        }
    }
}

std::string to_text(Report const& report, ReportFormat format)
{
    require_about(report.targets);
    if (report.surroundings.empty() || report.caches.empty()) {
        throw Error{ErrorKind::BadRequest,
                    "the machine or the state of its caches is not given: nothing is printed"};
    }
    switch (format) {
    case ReportFormat::Csv:
        return as_csv(report);
    case ReportFormat::Json:
        return as_json(report);
    case ReportFormat::Html:
        return html_page(report);
    case ReportFormat::Text:
        break;
    }
    return as_markdown(report);
}

std::string describe_machine()
{
    struct sysinfo memory {};
    sysinfo(&memory);
    utsname system{};
    uname(&system);
    double const gib = static_cast<double>(memory.totalram) * memory.mem_unit / (1U << 30U);
    return fmt::format("{}, {} threads, {:.1f} GiB, {} {}, {:%Y-%m-%d %H:%M}", processor(),
                       std::thread::hardware_concurrency(), gib, system.sysname, system.release,
                       fmt::localtime(std::time(nullptr)));
}

} // namespace ms::load
