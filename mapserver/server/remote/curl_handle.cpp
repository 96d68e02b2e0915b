// SPDX-License-Identifier: MIT
#include "server/remote/curl_handle.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <mutex>
#include <string>

namespace ms::server {

namespace {

std::string address_text(sockaddr const& address)
{
    std::array<char, INET6_ADDRSTRLEN> text{};
    void const* const bytes =
        address.sa_family == AF_INET6
            ? static_cast<void const*>(&reinterpret_cast<sockaddr_in6 const&>(address).sin6_addr)
            : static_cast<void const*>(&reinterpret_cast<sockaddr_in const&>(address).sin_addr);
    bool const is_known = address.sa_family == AF_INET6 || address.sa_family == AF_INET;
    auto const* const written =
        is_known ? inet_ntop(address.sa_family, bytes, text.data(), text.size()) : nullptr;
    return written == nullptr ? std::string{} : std::string{written};
}

curl_socket_t open_socket(void* self, curlsocktype purpose, curl_sockaddr* to)
{
    auto const& hosts = *static_cast<RemoteHosts const*>(self);
    if (purpose != CURLSOCKTYPE_IPCXN || !hosts.is_reachable(address_text(to->addr))) {
        return CURL_SOCKET_BAD;
    }
    return socket(to->family, to->socktype | SOCK_CLOEXEC, to->protocol);
}

std::size_t append(char const* bytes, std::size_t, std::size_t count, void* out)
{
    auto& body = *static_cast<BoundedBody*>(out);
    if (body.text.size() + count > body.most) {
        body.is_too_large = true;
        return 0; // ends the transfer
    }
    body.text.append(bytes, count);
    return count;
}

} // namespace

CurlHandle make_curl()
{
    static std::once_flag once; // curl requires it in a process with threads
    std::call_once(once, [] { curl_global_init(CURL_GLOBAL_ALL); });
    CurlHandle curl{curl_easy_init()};
    if (!curl) {
        throw Error{ErrorKind::Internal, "curl cannot be initialised"};
    }
    return curl;
}

void restrict_to(RemoteHosts const& hosts, CURL* curl)
{
    set_option(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    set_option(curl, CURLOPT_FOLLOWLOCATION, 0L);
    set_option(curl, CURLOPT_PROXY, "");
    set_option(curl, CURLOPT_NOSIGNAL, 1L); // other threads work, too
    set_option(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    set_option(curl, CURLOPT_OPENSOCKETDATA, const_cast<RemoteHosts*>(&hosts));
}

void receive_into(BoundedBody& body, CURL* curl)
{
    set_option(curl, CURLOPT_WRITEFUNCTION, append);
    set_option(curl, CURLOPT_WRITEDATA, &body);
}

} // namespace ms::server
