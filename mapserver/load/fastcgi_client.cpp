// SPDX-License-Identifier: MIT
#include "load/fastcgi_client.hpp"

#include "base/error.hpp"
#include "base/string.hpp"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <span>

namespace ms::load {

namespace {

constexpr std::uint8_t begin_request = 1;
constexpr std::uint8_t end_request = 3;
constexpr std::uint8_t params = 4;
constexpr std::uint8_t standard_in = 5;
constexpr std::uint8_t standard_out = 6;

/// A socket that is closed with its scope.
class Socket {
public:
    explicit Socket(int descriptor) : m_descriptor(descriptor) {}
    ~Socket() { close(m_descriptor); }
    Socket(Socket const&) = delete;
    Socket& operator=(Socket const&) = delete;
    [[nodiscard]] int get() const noexcept { return m_descriptor; }

private:
    int m_descriptor;
};

[[noreturn]] void fail(char const* what)
{
    throw Error{ErrorKind::Source, std::string{what} + ": " + std::strerror(errno)};
}

/// Limits all waits: for an answer and for a place in a full queue of connections.
void limit_waits(int link, std::chrono::seconds limit)
{
    timeval const time{.tv_sec = limit.count(), .tv_usec = 0};
    setsockopt(link, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
    setsockopt(link, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time);
}

int connect_unix(std::string const& path, std::chrono::seconds limit)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path) {
        throw Error{ErrorKind::BadRequest, "the socket's path is too long"};
    }
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    int const link = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (link < 0) {
        fail("socket");
    }
    limit_waits(link, limit);
    if (connect(link, reinterpret_cast<sockaddr const*>(&address), sizeof address) != 0) {
        auto const error = errno;
        close(link);
        errno = error;
        fail("connect");
    }
    return link;
}

int connect_tcp(std::string const& host, std::string const& port, std::chrono::seconds limit)
{
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (getaddrinfo(host.c_str(), port.c_str(), &hints, &found) != 0) {
        throw Error{ErrorKind::Source, "no such host: " + host};
    }
    int link = -1, error = 0;
    for (auto const* one = found; one != nullptr && link < 0; one = one->ai_next) {
        link = socket(one->ai_family, one->ai_socktype | SOCK_CLOEXEC, one->ai_protocol);
        if (link < 0) {
            continue;
        }
        limit_waits(link, limit);
        if (connect(link, one->ai_addr, one->ai_addrlen) != 0) {
            error = errno;
            close(link);
            link = -1;
        }
    }
    freeaddrinfo(found);
    if (link < 0) {
        errno = error;
        fail("connect");
    }
    int const on = 1;
    setsockopt(link, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return link;
}

void append_length(std::string& out, std::size_t length)
{
    if (length < 128) {
        out += static_cast<char>(length);
        return;
    }
    for (unsigned const shift : {24U, 16U, 8U, 0U}) {
        auto const byte = (length >> shift) & 0xFFU;
        out += static_cast<char>(shift == 24U ? byte | 0x80U : byte);
    }
}

void append_pair(std::string& out, std::string_view name, std::string_view value)
{
    append_length(out, name.size());
    append_length(out, value.size());
    out.append(name).append(value);
}

std::string request_of(FastCgiAddress const& address)
{
    std::string pairs;
    append_pair(pairs, "REQUEST_METHOD", "GET");
    append_pair(pairs, "QUERY_STRING", address.query);
    append_pair(pairs, "SCRIPT_NAME", address.script);
    append_pair(pairs, "SERVER_NAME", "localhost");
    append_pair(pairs, "SERVER_PORT", "80");
    append_pair(pairs, "SERVER_PROTOCOL", "HTTP/1.1");
    append_pair(pairs, "GATEWAY_INTERFACE", "CGI/1.1");
    append_pair(pairs, "REMOTE_ADDR", "127.0.0.1");
    if (pairs.size() > 65535) {
        throw Error{ErrorKind::Limit, "the query is too long for one record"};
    }
    constexpr std::string_view responder{"\0\1\0\0\0\0\0\0", 8};
    return fastcgi_record(begin_request, responder) + fastcgi_record(params, pairs) +
           fastcgi_record(params, {}) + fastcgi_record(standard_in, {});
}

void send_all(int link, std::string_view data)
{
    while (!data.empty()) {
        auto const sent = send(link, data.data(), data.size(), MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) {
            continue;
        }
        if (sent < 0) {
            fail("send");
        }
        data.remove_prefix(static_cast<std::size_t>(sent));
    }
}

/// \return false at the end of the stream, before the first byte
bool receive(int link, std::span<char> into)
{
    std::size_t have = 0;
    while (have < into.size()) {
        auto const got = recv(link, into.data() + have, into.size() - have, 0);
        if (got < 0 && errno == EINTR) { // Ctrl-C: running requests are finished
            continue;
        }
        if (got < 0) {
            fail("receive");
        }
        if (got == 0) {
            if (have == 0) {
                return false;
            }
            throw Error{ErrorKind::Source, "the program closed the connection within a record"};
        }
        have += static_cast<std::size_t>(got);
    }
    return true;
}

std::size_t unsigned_at(std::span<char const> bytes, std::size_t at)
{
    return static_cast<unsigned char>(bytes[at]);
}

/// Everything on standard output.
std::string read_answer(int link, double& first_byte, auto const& now)
{
    std::string out;
    std::array<char, 8> head{};
    std::string content;
    while (receive(link, head)) {
        if (out.empty()) {
            first_byte = now();
        }
        auto const length = unsigned_at(head, 4) * 256 + unsigned_at(head, 5);
        content.resize(length + unsigned_at(head, 6));
        if (!receive(link, content)) {
            break;
        }
        auto const type = static_cast<std::uint8_t>(head[1]);
        if (type == standard_out) {
            out.append(content, 0, length);
        } else if (type == end_request) {
            return out;
        }
    }
    throw Error{ErrorKind::Source, "the program closed the connection before the answer's end"};
}

/// Reads Status and Content-Type of the CGI header; the rest is the body.
void take_header(std::string const& out, Reply& reply)
{
    auto end = out.find("\r\n\r\n");
    auto const length = end == std::string::npos ? 2U : 4U;
    end = end == std::string::npos ? out.find("\n\n") : end;
    if (end == std::string::npos) {
        throw Error{ErrorKind::Source, "the answer has no header"};
    }
    reply.status = 200;
    for (auto const line : split(std::string_view{out}.substr(0, end), '\n')) {
        auto const colon = line.find(':');
        auto const name = line.substr(0, colon);
        auto const value = colon == std::string_view::npos ? "" : trim(line.substr(colon + 1));
        if (equals_ignoring_case(name, "Status")) {
            reply.status = parse_int(value.substr(0, 3)).value_or(0);
        } else if (equals_ignoring_case(name, "Content-Type")) {
            reply.content_type = value;
        } else if (equals_ignoring_case(name, "Server-Timing")) {
            reply.server_seconds = server_seconds(value);
        }
    }
    reply.body.assign(out, end + length);
}

class FastCgiClient final : public Client {
public:
    explicit FastCgiClient(std::chrono::seconds limit) : m_limit(limit) {}

    Reply const& get(std::string const& url) override
    {
        m_reply = {};
        auto const start = std::chrono::steady_clock::now();
        auto const now = [start] {
            return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        };
        try {
            auto const address = parse_fastcgi_url(url);
            Socket const link{address.host.empty()
                                  ? connect_unix(address.port, m_limit)
                                  : connect_tcp(address.host, address.port, m_limit)};
            m_reply.timings.connect = m_reply.timings.before_transfer = now();
            send_all(link.get(), request_of(address));
            take_header(read_answer(link.get(), m_reply.timings.first_byte, now), m_reply);
        } catch (Error const& error) {
            m_reply.status = 0;
            m_reply.failure = error.what();
        }
        m_reply.timings.total = now();
        return m_reply;
    }

    void disconnect() override {} // every request opens a new connection

private:
    std::chrono::seconds m_limit;
    Reply m_reply;
};

} // namespace

std::string fastcgi_record(std::uint8_t type, std::string_view content)
{
    std::string record;
    record += '\1';
    record += static_cast<char>(type);
    record.append({'\0', '\1'});
    record += static_cast<char>(content.size() >> 8U);
    record += static_cast<char>(content.size() & 0xFFU);
    record.append({'\0', '\0'});
    return record.append(content);
}

FastCgiAddress parse_fastcgi_url(std::string_view url)
{
    constexpr std::string_view scheme = "fcgi://";
    FastCgiAddress address;
    auto const question = url.find('?');
    auto where = url.substr(0, question);
    if (question != std::string_view::npos) {
        address.query = url.substr(question + 1);
    }
    where.remove_prefix(std::min(where.size(), scheme.size()));
    address.script = "/mapserv";
    if (where.starts_with('/')) {
        address.port = where;
        return address;
    }
    auto const slash = where.find('/');
    if (slash != std::string_view::npos) {
        address.script = where.substr(slash);
    }
    auto const authority = where.substr(0, slash);
    auto const colon = authority.rfind(':');
    if (colon == std::string_view::npos || colon == 0) {
        throw Error{ErrorKind::BadRequest, "fcgi://HOST:PORT/... or fcgi:///SOCKET is expected"};
    }
    address.host = authority.substr(0, colon);
    address.port = authority.substr(colon + 1);
    return address;
}

std::unique_ptr<Client> make_fastcgi_client(std::chrono::seconds limit)
{
    return std::make_unique<FastCgiClient>(limit);
}

} // namespace ms::load
