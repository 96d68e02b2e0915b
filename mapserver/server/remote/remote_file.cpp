// SPDX-License-Identifier: MIT
#include "server/remote/remote_file.hpp"

#include "base/error.hpp"
#include "server/remote/curl_handle.hpp"

#include <utility>

namespace ms::server {

namespace {

[[noreturn]] void refuse(std::string const& why)
{
    throw Error{ErrorKind::BadRequest, why};
}

/// Called by curl at least once a second. \returns other than 0 to end the transfer
int look_at_clock(void* deadline, curl_off_t /*expected*/, curl_off_t /*received*/,
                  curl_off_t /*to_send*/, curl_off_t /*sent*/)
{
    try {
        static_cast<Deadline const*>(deadline)->check();
        return 0;
    } catch (Interrupted const&) {
        return 1;
    }
}

} // namespace

std::string get_remote_file(RemoteHosts const& hosts, std::string const& url, std::size_t max_bytes,
                            Deadline const& deadline)
{
    if (!hosts.is_allowed(url)) {
        refuse("this server does not fetch from there");
    }
    auto const client = make_curl();
    auto* const curl = client.get();
    BoundedBody body{.text = {}, .most = max_bytes, .is_too_large = false};
    restrict_to(hosts, curl);
    receive_into(body, curl);
    set_option(curl, CURLOPT_URL, url.c_str());
    set_option(curl, CURLOPT_FAILONERROR, 1L);
    set_option(curl, CURLOPT_CONNECTTIMEOUT, 3L);
    set_option(curl, CURLOPT_TIMEOUT, 10L);
    set_option(curl, CURLOPT_NOPROGRESS, 0L);
    set_option(curl, CURLOPT_XFERINFOFUNCTION, &look_at_clock);
    set_option(curl, CURLOPT_XFERINFODATA,
               const_cast<Deadline*>(&deadline)); // NOLINT(*-const-cast)
    auto const result = curl_easy_perform(curl);
    deadline.check();
    if (body.is_too_large) {
        refuse("it is larger than " + std::to_string(max_bytes) + " bytes");
    }
    long status = 0;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    if (result != CURLE_OK || status != 200) {
        refuse(status == 0 ? "nobody answers there"
                           : "the answer has status " + std::to_string(status));
    }
    return std::move(body.text);
}

} // namespace ms::server
