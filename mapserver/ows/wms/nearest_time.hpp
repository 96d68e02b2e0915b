// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds the moment of a time extent that is nearest to another.

#include "ows/wms/time_interval.hpp"

namespace ms::ows::wms {

/// "P1Y2M3DT4H5M6.7S" of ISO 8601: months, whose length varies, and a fixed duration.
struct Period {
    std::chrono::months months{};
    std::chrono::milliseconds rest{};
    friend bool operator==(Period const&, Period const&) = default;
};

/// nullopt for an invalid or empty period.
[[nodiscard]] std::optional<Period> parse_period(std::string_view text);

/// The moment nearest to `requested` in an extent ("2004-05-17", "begin/end", "begin/end/period" or
/// a list of them): a listed moment, any moment within "begin/end" or its ends, and with a period
/// begin + n periods. nullopt for an extent without moments.
[[nodiscard]] std::optional<Moment> nearest_time(Moment requested, std::string_view extent);

} // namespace ms::ows::wms
