// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Configures curl for this server: only listed hosts are allowed.

#include "base/error.hpp"
#include "base/handle.hpp"
#include "server/remote/remote_hosts.hpp"

#include <curl/curl.h>

#include <cstddef>
#include <string>

namespace ms::server {

using CurlHandle = Handle<CURL, curl_easy_cleanup>;

/// \throws Error{Internal}
[[nodiscard]] CurlHandle make_curl();

/// \throws Error{Internal} when this curl does not have the option
template <typename Value>
void set_option(CURL* curl, CURLoption option, Value value)
{
    if (curl_easy_setopt(curl, option, value) != CURLE_OK) {
        throw Error{ErrorKind::Internal, "curl lacks an option"};
    }
}

/// http and https only, no redirections, no proxies of the environment, no signals; each address is
/// checked when its connection is made, so that a later change of the name's resolution cannot
/// bypass the check. \param hosts must outlive the handle
void restrict_to(RemoteHosts const& hosts, CURL* curl);

/// The body of an answer, which has a limit.
struct BoundedBody {
    std::string text;
    std::size_t most = 0; ///< bytes
    bool is_too_large = false;
};

/// Receives into `body`; a body that is too large ends the transfer. \param body must outlive the
/// handle
void receive_into(BoundedBody& body, CURL* curl);

} // namespace ms::server
