// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Results on paper: never without the machine, the versions and the state of the caches.

#include "load/fleet.hpp"

#include <string>
#include <vector>

namespace ms::load {

/// Texts, as they are to be read.
struct Table {
    std::string title;
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;
};

struct Report {
    std::string protocol;     ///< with its parameters
    std::string surroundings; ///< processor, memory, kernel, date
    std::string caches;       ///< "warm: every URL was asked once before"
    std::vector<Target> targets;
    std::vector<Table> tables;
    std::vector<std::string> notes; ///< errors, interruptions
};

enum class ReportFormat : std::uint8_t { Text, Csv, Json };

/// Text: Markdown tables. Csv: `;` between values, what is around them as # comments.
/// \throws Error{BadRequest} when a target does not say what it is: numbers nobody can place are
///         worse than none
[[nodiscard]] std::string to_text(Report const& report, ReportFormat format);

/// This machine and moment, as far as the operating system tells.
[[nodiscard]] std::string describe_machine();

} // namespace ms::load
