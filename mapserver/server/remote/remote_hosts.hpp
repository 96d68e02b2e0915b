// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Documents of other servers that requests may name (SLD=).

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ms::server {

/// Fetches by HTTP, from listed hosts only: a server that asks whatever address a client names is a
/// door into its network.
class RemoteFiles {
public:
    /// \param allowed hosts between blanks or commas, each with an optional port ("styles.org",
    ///        "10.1.2.3:8080"; without one the scheme's own), and networks ("10.1.0.0/16") in which
    ///        the name of a host may lie although they are private
    explicit RemoteFiles(std::string_view allowed);

    [[nodiscard]] bool allows_any() const noexcept { return !m_hosts.empty(); }
    /// Whether an address is http or https, of a listed host, without a user's name.
    [[nodiscard]] bool is_allowed(std::string const& url) const;
    /// Whether a host may have this address: it is a public one, or listed.
    [[nodiscard]] bool is_reachable(std::string const& address) const;

    /// The document; follows no redirections, uses no proxies, and waits ten seconds at most.
    /// \throws Error{BadRequest} when it is not allowed, not there or larger than `max_bytes`
    [[nodiscard]] std::string get(std::string const& url, std::size_t max_bytes) const;

private:
    std::vector<std::string> m_hosts;    ///< "styles.org", "10.1.2.3:8080"
    std::vector<std::string> m_networks; ///< "10.1.2.3", "10.1.0.0/16"
};

} // namespace ms::server
