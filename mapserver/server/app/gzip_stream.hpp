// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A body that is compressed on its way.

#include "http/body_stream.hpp"

namespace ms::server {

/// RFC 1952. \param to gets the compressed bytes
[[nodiscard]] std::shared_ptr<http::BodyStream> gzip_stream(std::shared_ptr<http::BodyStream> to);

} // namespace ms::server
