// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// An end to what GEOS computes.

#include "base/deadline.hpp"

namespace ms::geometry {

/// While it lives, GEOS gives up in this thread when time is up, and what it was computing is
/// nothing; whoever asked for it has to look at the deadline himself. A buffer around a line with
/// very many sharp turns takes hours otherwise.
class GeosLimit {
public:
    /// \param deadline must outlive the object
    explicit GeosLimit(Deadline const& deadline);
    ~GeosLimit();
    GeosLimit(GeosLimit const&) = delete;
    GeosLimit& operator=(GeosLimit const&) = delete;

private:
    Deadline const* m_before; ///< of an outer one
};

} // namespace ms::geometry
