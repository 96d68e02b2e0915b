// SPDX-License-Identifier: MIT
#include "db/wire_tap.hpp"

#include "db/database.hpp"

#include <arpa/inet.h>
#include <array>
#include <chrono>
#include <cstring>
#include <libpq-fe.h>
#include <netdb.h>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace test {

namespace {

constexpr std::size_t header_size = 5;         // type and length
constexpr std::size_t startup_header_size = 8; // length and code
constexpr std::uint32_t cancel_code = 80877102;

std::uint32_t read_u32(std::string const& bytes, std::size_t at)
{
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return ntohl(value);
}

int connect_unix(std::string const& path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    auto const fd = socket(AF_UNIX, SOCK_STREAM, 0);
    return connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 ? fd : -1;
}

int connect_tcp(std::string const& host, std::string const& port)
{
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (getaddrinfo(host.c_str(), port.c_str(), &hints, &found) != 0) {
        return -1;
    }
    std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> const owner{found, freeaddrinfo};
    auto const fd = socket(found->ai_family, SOCK_STREAM, 0);
    return connect(fd, found->ai_addr, found->ai_addrlen) == 0 ? fd : -1;
}

bool send_all(int fd, char const* bytes, std::size_t size)
{
    while (size > 0) {
        auto const sent = send(fd, bytes, size, MSG_NOSIGNAL);
        if (sent <= 0) {
            return false;
        }
        bytes += sent;
        size -= static_cast<std::size_t>(sent);
    }
    return true;
}

} // namespace

struct WireTap::Link {
    int client = -1;
    int server = -1;
    bool is_started = false;
    std::string unread;   ///< of the client, not yet a whole message header
    std::size_t skip = 0; ///< bytes of the current message still to come

    Link(int a, int b) : client(a), server(b) {}
    ~Link()
    {
        close(client);
        close(server);
    }
    Link(Link const&) = delete;
    Link& operator=(Link const&) = delete;
};

std::string WireTap::application_name()
{
    return "ms_tap_" + std::to_string(getpid());
}

WireTap::WireTap() : m_listener(socket(AF_INET, SOCK_STREAM, 0))
{
    std::unique_ptr<PGconn, decltype(&PQfinish)> const probe{PQconnectdb(test::conninfo().c_str()),
                                                             PQfinish};
    m_server_host = PQhost(probe.get());
    m_server_port = PQport(probe.get());
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (bind(m_listener, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
        listen(m_listener, 64) != 0) {
        throw std::runtime_error{"no port to listen on"};
    }
    getsockname(m_listener, reinterpret_cast<sockaddr*>(&address), &size);
    m_conninfo = test::conninfo() +
                 " host=127.0.0.1 port=" + std::to_string(ntohs(address.sin_port)) +
                 " sslmode=disable gssencmode=disable application_name=" + application_name();
    m_thread = std::thread{[this] { loop(); }};
}

void WireTap::cut()
{
    m_cut = true;
    m_cut.wait(true);
}

WireTap::~WireTap()
{
    m_stop = true;
    m_thread.join();
    close(m_listener);
}

void WireTap::loop()
{
    while (!m_stop) {
        if (m_cut) {
            m_links.clear();
            m_link_count = 0;
            m_cut = false;
            m_cut.notify_all();
        }
        if (m_is_silent) { // the kernel accepts connections and keeps what they send
            std::this_thread::sleep_for(std::chrono::milliseconds{5});
            continue;
        }
        std::vector<pollfd> requested{{m_listener, POLLIN, 0}};
        for (auto const& link : m_links) {
            requested.push_back({link->client, POLLIN, 0});
            requested.push_back({link->server, POLLIN, 0});
        }
        constexpr int milliseconds = 5;
        poll(requested.data(), requested.size(), milliseconds);
        std::erase_if(m_links, [this](auto const& link) { return !pump(*link); });
        if ((requested[0].revents & POLLIN) != 0) {
            accept_one();
        }
        m_link_count = m_links.size();
    }
}

void WireTap::accept_one()
{
    auto const client = accept(m_listener, nullptr, nullptr);
    auto const server = m_server_host.starts_with('/')
                            ? connect_unix(m_server_host + "/.s.PGSQL." + m_server_port)
                            : connect_tcp(m_server_host, m_server_port);
    m_links.push_back(std::make_unique<Link>(client, server));
}

/// Forwards available bytes; false if a side has closed.
bool WireTap::pump(Link& link)
{
    std::array<char, 65536> buffer{};
    auto const move = [&](int from, int to, bool is_client) {
        auto const got = recv(from, buffer.data(), buffer.size(), MSG_DONTWAIT);
        if (got < 0) {
            return errno == EAGAIN;
        }
        auto size = static_cast<std::size_t>(got);
        bool is_cut = false;
        if (is_client) {
            count(link, buffer.data(), size);
        } else {
            is_cut = m_bytes + size >= m_cut_at;
            size = is_cut ? m_cut_at.exchange(never) - m_bytes : size;
            m_bytes += size;
        }
        return got > 0 && send_all(to, buffer.data(), size) && !is_cut;
    };
    return move(link.client, link.server, true) && move(link.server, link.client, false);
}

void WireTap::count(Link& link, char const* bytes, std::size_t size)
{
    link.unread.append(bytes, size);
    for (;;) {
        auto const skipped = std::min(link.skip, link.unread.size());
        link.unread.erase(0, skipped);
        link.skip -= skipped;
        if (link.unread.size() < (link.is_started ? header_size : startup_header_size)) {
            return;
        }
        if (!link.is_started) {
            link.is_started = true;
            m_connections += read_u32(link.unread, 4) == cancel_code ? 0 : 1;
            link.skip = read_u32(link.unread, 0);
            continue;
        }
        auto const type = link.unread[0];
        m_statements += type == 'E' || type == 'Q' ? 1 : 0;
        m_parses += type == 'P' ? 1 : 0;
        link.skip = 1 + read_u32(link.unread, 1);
    }
}

} // namespace test
