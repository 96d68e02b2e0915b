// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A proxy between us and PostgreSQL that counts messages.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace test {

/// Listens on a port of the loopback and passes everything on to the tests' server. It reads the
/// messages of clients: https://www.postgresql.org/docs/15/protocol-message-formats.html
class WireTap {
public:
    WireTap();
    ~WireTap();
    WireTap(WireTap const&) = delete;
    WireTap& operator=(WireTap const&) = delete;

    /// The tests' connection string, but through the tap.
    [[nodiscard]] std::string const& conninfo() const { return m_conninfo; }
    /// Identifies connections through a tap of this process to the server.
    [[nodiscard]] static std::string application_name();

    /// Statements that clients had executed.
    [[nodiscard]] int statements() const { return m_statements; }
    /// Statements that clients had parsed.
    [[nodiscard]] int parses() const { return m_parses; }
    /// Connections that were made for queries, not for cancelling one.
    [[nodiscard]] int connections() const { return m_connections; }
    /// Connections that are open.
    [[nodiscard]] std::size_t links() const { return m_link_count; }
    /// Bytes that came from the server.
    [[nodiscard]] std::size_t bytes() const { return m_bytes; }
    void reset() { m_statements = m_parses = m_connections = 0, m_bytes = 0; }

    /// Breaks all connections, as when a server is killed or a cable pulled.
    /// Returns when it has happened.
    void cut();
    /// Connections stay, and new ones are accepted, but nothing passes: as behind a firewall that
    /// has forgotten them.
    void fall_silent(bool is_silent = true) { m_is_silent = is_silent; }
    /// Breaks the connection after so many more bytes from the server; once.
    void cut_after(std::size_t bytes) { m_cut_at = m_bytes + bytes; }

private:
    struct Link;
    static constexpr auto never = ~std::size_t{0};

    void loop();
    void accept_one();
    bool pump(Link& link);
    void count(Link& link, char const* bytes, std::size_t size);

    int m_listener = -1;
    std::string m_conninfo;
    std::string m_server_host;
    std::string m_server_port;
    std::vector<std::unique_ptr<Link>> m_links;
    std::atomic<int> m_statements{0};
    std::atomic<int> m_parses{0};
    std::atomic<int> m_connections{0};
    std::atomic<std::size_t> m_bytes{0};
    std::atomic<std::size_t> m_link_count{0};
    std::atomic<bool> m_cut{false};
    std::atomic<bool> m_is_silent{false};
    std::atomic<std::size_t> m_cut_at{never};
    std::atomic<bool> m_stop{false};
    std::thread m_thread;
};

} // namespace test
