// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A text that changes when the data of a layer may have changed.

#include "source/feature_source.hpp"
#include "source/postgis/sql/fetch.hpp"
#include "source/services.hpp"

namespace ms::source::postgis {

/// The answer to PROCESSING "DATA_VERSION=SELECT ...", or for SNAPSHOT what the database can see.
/// Nothing when the layer has no DATA_VERSION or the database did not answer, which the log tells.
/// One round trip for all layers with the same connection and question.
[[nodiscard]] std::optional<std::string>
data_version(LayerSettings const& layer, Services const& services, DataVersions& asked);

/// The statement that asks for it. \param wish "SNAPSHOT" or SQL of the mapfile's author
[[nodiscard]] std::string version_sql(std::string_view wish);

} // namespace ms::source::postgis
