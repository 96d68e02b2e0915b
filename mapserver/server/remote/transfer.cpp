// SPDX-License-Identifier: MIT
#include "server/remote/transfer.hpp"

#include "base/string.hpp"

#include <array>
#include <string_view>

namespace ms::server {

namespace {

using source::remote::Authentication;
using source::remote::Credentials;

/// Scheme, host and port.
std::string origin_of(std::string_view url)
{
    auto const scheme = url.find("://");
    auto const start = scheme == std::string_view::npos ? 0 : scheme + 3;
    return to_lower(url.substr(0, url.find_first_of("/?#", start)));
}

long mask_of(Authentication kind)
{
    constexpr std::array<unsigned long, 5> masks{CURLAUTH_BASIC, CURLAUTH_DIGEST, CURLAUTH_NTLM,
                                                 CURLAUTH_ANY, CURLAUTH_ANYSAFE};
    return static_cast<long>(masks[static_cast<std::size_t>(kind)]);
}

std::size_t take_header(char const* bytes, std::size_t, std::size_t count, void* out)
{
    static_cast<Transfer*>(out)->headers.add(trim(std::string_view{bytes, count}));
    return count;
}

void set_header(Transfer& transfer, std::string const& line)
{
    auto* const longer = curl_slist_append(transfer.sent_headers.get(), line.c_str());
    if (longer != nullptr) {
        (void)transfer.sent_headers.release();
        transfer.sent_headers.reset(longer);
    }
}

void set_credentials(CURL* curl, Credentials const& credentials, bool is_proxy)
{
    if (credentials.user.empty()) {
        return;
    }
    set_option(curl, is_proxy ? CURLOPT_PROXYUSERNAME : CURLOPT_USERNAME, credentials.user.c_str());
    set_option(curl, is_proxy ? CURLOPT_PROXYPASSWORD : CURLOPT_PASSWORD,
               credentials.password.c_str());
    set_option(curl, is_proxy ? CURLOPT_PROXYAUTH : CURLOPT_HTTPAUTH, mask_of(credentials.kind));
}

void set_proxy(CURL* curl, source::remote::Proxy const& proxy)
{
    if (proxy.host.empty()) {
        return;
    }
    set_option(curl, CURLOPT_PROXY, proxy.host.c_str());
    set_option(curl, CURLOPT_PROXYTYPE,
               static_cast<long>(proxy.is_socks ? CURLPROXY_SOCKS5 : CURLPROXY_HTTP));
    if (proxy.port > 0) {
        set_option(curl, CURLOPT_PROXYPORT, static_cast<long>(proxy.port));
    }
    set_credentials(curl, proxy.credentials, true);
}

void set_headers(Transfer& transfer)
{
    transfer.sent_headers.reset();
    if (transfer.stale && !transfer.stale->etag.empty()) {
        set_header(transfer, "If-None-Match: " + transfer.stale->etag);
    } else if (transfer.stale && !transfer.stale->last_modified.empty()) {
        set_header(transfer, "If-Modified-Since: " + transfer.stale->last_modified);
    }
    if (!transfer.request.body.empty()) {
        set_header(transfer, "Content-Type: " + transfer.request.body_type);
        set_header(transfer, "Expect:");
    }
    set_option(transfer.curl.get(), CURLOPT_HTTPHEADER, transfer.sent_headers.get());
}

} // namespace

void prepare(RemoteHosts const& hosts, Transfer& transfer)
{
    auto const& request = transfer.request;
    transfer.curl = make_curl();
    transfer.headers = {};
    transfer.body = {.text = {}, .most = request.max_bytes, .is_too_large = false};
    auto* const curl = transfer.curl.get();
    restrict_to(hosts, curl);
    set_option(curl, CURLOPT_URL, request.url.c_str());
    set_option(curl, CURLOPT_PRIVATE, &transfer);
    set_option(curl, CURLOPT_USERAGENT, "mapserver-pg");
    set_option(curl, CURLOPT_ACCEPT_ENCODING, "gzip, deflate");
    set_option(curl, CURLOPT_CONNECTTIMEOUT, 10L);
    set_option(curl, CURLOPT_MAXFILESIZE_LARGE, static_cast<curl_off_t>(request.max_bytes));
    receive_into(transfer.body, curl);
    set_option(curl, CURLOPT_HEADERFUNCTION, take_header);
    set_option(curl, CURLOPT_HEADERDATA, &transfer);
    if (!request.cookie.empty()) {
        set_option(curl, CURLOPT_COOKIE, request.cookie.c_str());
    }
    if (!request.body.empty()) {
        set_option(curl, CURLOPT_POST, 1L);
        set_option(curl, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
        set_option(curl, CURLOPT_POSTFIELDS, request.body.c_str());
    }
    set_credentials(curl, request.credentials, false);
    set_proxy(curl, request.proxy);
    set_headers(transfer);
}

void redirect(Transfer& transfer, std::string const& url)
{
    auto& request = transfer.request;
    if (origin_of(url) != origin_of(request.url)) {
        request.credentials = {};
        request.cookie.clear();
    }
    request.url = url;
}

bool may_be_retried(CURLcode result)
{
    return result == CURLE_COULDNT_CONNECT || result == CURLE_GOT_NOTHING ||
           result == CURLE_RECV_ERROR || result == CURLE_SEND_ERROR;
}

std::string text_of(CURLcode result)
{
    switch (result) {
    case CURLE_OPERATION_TIMEDOUT:
        return "no answer in time";
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
        return "the name of its host is unknown";
    case CURLE_COULDNT_CONNECT:
        return "no connection, or its host has an address that is not listed";
    default:
        return curl_easy_strerror(result);
    }
}

} // namespace ms::server
