// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The moment of an extent in time that is nearest to another.

#include "ows/wms/time_dimension.hpp"

namespace ms::ows::wms {

/// "P1Y2M3DT4H5M6.7S" of ISO 8601: months, whose length differs, and what has one length.
struct Period {
    std::chrono::months months{};
    std::chrono::milliseconds rest{};
    friend bool operator==(Period const&, Period const&) = default;
};

/// Nothing for what is no period and for none at all.
[[nodiscard]] std::optional<Period> parse_period(std::string_view text);

/// The moment nearest to `wanted` that an extent has ("2004-05-17", "begin/end", "begin/end/period"
/// or a list of them): a listed moment, any within "begin/end" and the ends, and with a period
/// begin + n periods. Nothing for an extent without moments.
[[nodiscard]] std::optional<Moment> nearest_time(Moment wanted, std::string_view extent);

} // namespace ms::ows::wms
