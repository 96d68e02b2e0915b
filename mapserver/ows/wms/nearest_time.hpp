// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds the moment of a time extent that is nearest to another.

#include "ows/wms/time_interval.hpp"

#include <chrono>
#include <optional>
#include <string_view>
#include <vector>

namespace ms::ows::wms {

/// "P1Y2M3DT4H5M6.7S" of ISO 8601: months, whose length varies, and a fixed duration.
struct Period {
    std::chrono::months months{};
    std::chrono::milliseconds rest{};
    friend bool operator==(Period const&, Period const&) = default;
};

/// nullopt for an invalid or empty period.
[[nodiscard]] std::optional<Period> parse_period(std::string_view text);

/// The moments of an extent: "2004-05-17", "begin/end", "begin/end/period" or a list of them.
class TimeExtent {
public:
    /// Ignores malformed parts.
    explicit TimeExtent(std::string_view text);

    /// The nearest moment: a listed one, any within "begin/end" or its ends, and with a period
    /// begin + n periods. nullopt for an extent without moments.
    [[nodiscard]] std::optional<Moment> nearest(Moment requested) const;

private:
    struct Piece {
        Interval first;
        std::optional<Interval> last{};
        std::optional<Period> period{};
    };
    static std::optional<Piece> parse(std::string_view text);
    static Moment nearest(Moment requested, Piece const& piece);

    std::vector<Piece> m_pieces;
};

} // namespace ms::ows::wms
