// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Compresses a body while it is sent.

#include "http/body_stream.hpp"

namespace ms::server {

/// RFC 1952. \param to gets the compressed bytes
[[nodiscard]] std::shared_ptr<http::BodyStream> gzip_stream(std::shared_ptr<http::BodyStream> to);

} // namespace ms::server
