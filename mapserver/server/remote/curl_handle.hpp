// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Configures curl for this server: only listed hosts are allowed.

#include "base/error.hpp"
#include "base/handle.hpp"
#include "server/remote/remote_file.hpp"

#include <curl/curl.h>

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
/// bypass the check. \param files must outlive the handle
void restrict_to(RemoteFiles const& files, CURL* curl);

} // namespace ms::server
