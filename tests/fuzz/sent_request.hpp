// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A request to a service, made of a fuzzer's bytes.

#include "http/query_string.hpp"
#include "http/request.hpp"

#include <string_view>

namespace ms::fuzz {

/// Sent as XML, if it begins like XML, else as parameters.
inline http::Request sent_request(std::string_view text)
{
    http::Request request;
    if (text.starts_with('<')) {
        request.method = http::Method::Post;
        request.body = text;
    } else {
        request.parameters = http::parse_query_string(text);
    }
    return request;
}

} // namespace ms::fuzz
