// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Moments and intervals of TIME, as ISO 8601 writes them.

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ows::wms {

using Moment = std::chrono::sys_time<std::chrono::milliseconds>;

/// From a moment up to, but excluding, another. "2004-05" is that whole month.
struct Interval {
    Moment begin;
    Moment end;
    friend bool operator==(Interval const&, Interval const&) = default;
};

/// "2004", "2004-05", "2004-05-17", "2004-05-17T12", ":34", ":56", ".789", with or without Z; two
/// of them around a '/' span both, and text after a second '/' is ignored. Else nullopt.
[[nodiscard]] std::optional<Interval> parse_interval(std::string_view text);

/// A list of them separated by commas; nullopt if one is malformed.
[[nodiscard]] std::optional<std::vector<Interval>> parse_intervals(std::string_view text);

/// "2004-05-17T12:34:56Z", with milliseconds if there are any.
[[nodiscard]] std::string to_text(Moment moment);

} // namespace ms::ows::wms
