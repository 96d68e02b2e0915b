// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Fetches documents of other servers that requests name (SLD=).

#include "base/deadline.hpp"
#include "server/remote/remote_hosts.hpp"

#include <cstddef>
#include <string>

namespace ms::server {

/// The document; follows no redirections, uses no proxies, and waits ten seconds at most.
/// \throws Error{BadRequest} if it is not allowed, not found or larger than `max_bytes`;
/// Interrupted at the deadline, or if the client has gone
[[nodiscard]] std::string get_remote_file(RemoteHosts const& hosts, std::string const& url,
                                          std::size_t max_bytes,
                                          Deadline const& deadline = Deadline{});

} // namespace ms::server
