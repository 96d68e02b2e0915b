// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Decides which hosts this server may send requests to.

#include <string>
#include <string_view>
#include <vector>

namespace ms::server {

/// Listed hosts only: a server that fetches any URL a client names opens its network to that
/// client.
class RemoteHosts {
public:
    /// \param allowed hosts separated by blanks or commas, each with an optional port
    ///        ("styles.org", "10.1.2.3:8080"; the default is the scheme's own), and networks
    ///        ("10.1.0.0/16") whose private addresses a host's name may resolve to
    explicit RemoteHosts(std::string_view allowed);

    [[nodiscard]] bool allows_any() const noexcept { return !m_hosts.empty(); }
    /// Whether an address is http or https, of a listed host, without a user's name.
    [[nodiscard]] bool is_allowed(std::string const& url) const;
    /// Whether a host may have this address: it is a public one, or listed.
    [[nodiscard]] bool is_reachable(std::string const& address) const;

private:
    std::vector<std::string> m_hosts;    ///< "styles.org", "10.1.2.3:8080"
    std::vector<std::string> m_networks; ///< "10.1.2.3", "10.1.0.0/16"
};

} // namespace ms::server
