// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads a validator of a layer's data: a text that changes when the data may have changed.

#include "source/feature_source.hpp"
#include "source/postgis/sql/fetch.hpp"
#include "source/services.hpp"

namespace ms::source::postgis {

/// The result of PROCESSING "DATA_VERSION=SELECT ...", or for SNAPSHOT the transactions that the
/// database can see. nullopt if the layer has no DATA_VERSION or the database did not answer, which
/// is logged. One round trip for all layers with the same connection and statement.
[[nodiscard]] std::optional<std::string>
data_version(LayerSettings const& layer, Services const& services, DataVersions& versions);

/// What data_version() has answered in this request; nullopt if it was not called.
[[nodiscard]] std::optional<std::string> known_version(LayerSettings const& layer,
                                                       Services const& services);

/// The statement that reads it. \param wish "SNAPSHOT" or SQL of the mapfile's author
[[nodiscard]] std::string version_sql(std::string_view wish);

} // namespace ms::source::postgis
