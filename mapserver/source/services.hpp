// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The services of the process and the request that sources use.

#include "base/deadline.hpp"
#include "base/log.hpp"
#include "source/data_versions.hpp"

#include <cstddef>

namespace ms {
class Trace; // base/trace.hpp
}

namespace ms::source {

namespace postgis {
class Databases; // source/postgis/link/databases.hpp
}
namespace raster {
class Datasets; // source/raster/datasets.hpp
}
namespace shapefile {
class Shapefiles; // source/shapefile/shapefiles.hpp
}
namespace remote {
class Client; // source/remote/client.hpp
}

/// References to longer-lived things, passed down by every call that opens a source.
struct Services {
    Log& log;
    postgis::Databases& databases; ///< connection pools and facts about tables
    Deadline const& deadline;      ///< of the request
    Trace* trace = nullptr;        ///< of the request; null if tracing is off
    /// The memory of the request for the result of a query or the text of its answer.
    std::size_t max_kept_bytes = std::size_t{256} << 20U;
    raster::Datasets* datasets = nullptr; ///< of the process; null: raster files are not kept open
    remote::Client* remote = nullptr;     ///< of the process; null: other servers are disabled
    shapefile::Shapefiles* shapefiles = nullptr; ///< of the process; null: they are not kept open
    DataVersions* versions = nullptr; ///< of the request, asked before it is drawn; null: never

    /// The same with another deadline, which must outlive the result.
    [[nodiscard]] Services until(Deadline const& other) const
    {
        return {log,      databases, other,      trace,   max_kept_bytes,
                datasets, remote,    shapefiles, versions};
    }
};

} // namespace ms::source
