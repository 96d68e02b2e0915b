// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Excludes the time in which a client does not read its answer from the request's deadline.

#include "base/deadline.hpp"
#include "http/body_stream.hpp"

#include <memory>

namespace ms::server {

/// Writes to `to`. While the client does not read, the request may be interrupted for others that
/// need what it holds.
/// \param deadline of the request; must outlive the stream's last write()
/// \param patience time that is excluded in all
[[nodiscard]] std::shared_ptr<http::BodyStream> patient_stream(std::shared_ptr<http::BodyStream> to,
                                                               Deadline& deadline,
                                                               Deadline::Clock::duration patience);

} // namespace ms::server
