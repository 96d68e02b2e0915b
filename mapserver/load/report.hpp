// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes the results, always with the machine, the versions and the state of the caches.

#include "load/fleet.hpp"
#include "load/histogram.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ms::load {

/// The charts of a table: a chart for each value of the column `each` ("": one chart), in it a line
/// for each of the columns `y` over the column `x`. The first number of a cell is used.
struct Plot {
    std::string x, each;
    std::vector<std::string> y;
    std::string unit; ///< of y
};

/// Texts, as they are to be read.
struct Table {
    std::string title;
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;
    std::optional<Plot> plot{};
};

/// The failures of a target.
struct Failures {
    std::size_t requests = 0, failed = 0; ///< including the warm-up
    std::string first;                    ///< message of the first one
};

struct Report {
    std::string protocol;     ///< with its parameters
    std::string surroundings; ///< processor, memory, kernel, date
    std::string caches;       ///< "warm: every URL was requested once before"
    std::vector<Target> targets;
    std::vector<Table> tables;
    std::vector<std::string> notes;                          ///< errors, interruptions
    std::vector<Histogram> histograms{};                     ///< of each target's measured requests
    std::vector<std::string> missed_bars{};                  ///< reasons for which `--check` fails
    std::map<std::string, Failures, std::less<>> failures{}; ///< by the target's name

    [[nodiscard]] bool has_failures() const noexcept;
};

enum class ReportFormat : std::uint8_t { Text, Csv, Json, Html };

/// Text: Markdown tables. Csv: `;` between values, the surrounding text as # comments. Html: one
/// self-contained page with the tables and their charts. \throws Error{BadRequest} if the machine,
/// the state of the caches or the description of a target is missing: numbers without context are
/// worse than no numbers
[[nodiscard]] std::string to_text(Report const& report, ReportFormat format);

/// Before anything is measured. \throws Error{BadRequest} naming the target whose `about` is empty
void require_about(std::span<Target const> targets);

/// This machine and the current time, as reported by the operating system.
[[nodiscard]] std::string describe_machine();

} // namespace ms::load
