// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// An end to what GEOS computes.

#include "base/budget.hpp"

#include <cstddef>

namespace ms::geometry {

/// While it lives, GEOS gives up in this thread when time is up or when one operation takes more
/// memory than the request has left; the operations of this folder then throw. A buffer around a
/// line with very many sharp turns takes hours otherwise, and the intersection of two combs as many
/// points as the product of their teeth.
class GeosLimit {
public:
    /// \param budget is worked on; must outlive the object
    explicit GeosLimit(Budget& budget);
    ~GeosLimit();
    GeosLimit(GeosLimit const&) = delete;
    GeosLimit& operator=(GeosLimit const&) = delete;

private:
    Budget* m_before; ///< of an outer one
};

/// To be called before GEOS is given anything: what is allocated from here on counts.
void begin_geos_operation() noexcept;

/// Bytes that one operation may take; the most there is where nothing limits it.
[[nodiscard]] std::size_t geos_memory() noexcept;

/// Refuses what takes more, before GEOS begins it. \throws Error{ErrorKind::Limit}
void expect_geos_memory(double bytes);

/// To be called when GEOS has no answer. \throws Error{ErrorKind::Limit} when it gave up
void check_geos_limit();

} // namespace ms::geometry
