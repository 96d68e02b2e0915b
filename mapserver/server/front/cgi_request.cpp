// SPDX-License-Identifier: MIT
#include "server/front/cgi_request.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "http/content_coding.hpp"
#include "http/forwarded.hpp"
#include "http/query_string.hpp"

#include <charconv>

namespace ms::server {

namespace {

std::string_view view(Variables const& variables, char const* name)
{
    auto const* const value = variables(name);
    return value == nullptr ? std::string_view{} : std::string_view{value};
}

http::Address address_of(Variables const& variables)
{
    http::Address address;
    http::set_authority(address, view(variables, "SERVER_NAME"));
    address.port = view(variables, "SERVER_PORT");
    bool const is_secure = equals_ignoring_case(view(variables, "HTTPS"), "on") ||
                           view(variables, "HTTPS") == "1" || address.port == "443";
    address.scheme = is_secure ? "https" : "http";
    address.script_name = view(variables, "SCRIPT_NAME");
    return address;
}

void set_origin(http::Request& request, Variables const& variables, Config const& config)
{
    auto origin =
        http::behind_proxies({std::string{view(variables, "REMOTE_ADDR")}, address_of(variables)},
                             {.forwarded = view(variables, "HTTP_FORWARDED"),
                              .client = view(variables, "HTTP_X_FORWARDED_FOR"),
                              .host = view(variables, "HTTP_X_FORWARDED_HOST"),
                              .port = view(variables, "HTTP_X_FORWARDED_PORT"),
                              .proto = view(variables, "HTTP_X_FORWARDED_PROTO"),
                              .prefix = view(variables, "HTTP_X_FORWARDED_PREFIX")},
                             trusted_proxies(config));
    request.remote_address = std::move(origin.client);
    request.address = std::move(origin.address);
}

/// Clients cannot set these: their headers become variables that begin with HTTP_.
http::Settings settings_of(Variables const& variables)
{
    http::Settings settings;
    for (auto const* const name :
         {"MS_MAPFILE", "MS_MAP_PATTERN", "MS_MAP_BAD_PATTERN", "MS_MAP_NO_PATH"}) {
        if (auto const value = view(variables, name); !value.empty()) {
            settings.emplace_back(name, value);
        }
    }
    return settings;
}

std::string read_body_of(Variables const& variables, ReadBody const& read, std::size_t limit)
{
    auto const announced = view(variables, "CONTENT_LENGTH");
    std::size_t length = limit + 1; // chunked: to the end
    if (!announced.empty()) {
        auto const* const end = announced.data() + announced.size();
        auto const [stop, error] = std::from_chars(announced.data(), end, length);
        if (error != std::errc{} || stop != end) {
            throw Error{ErrorKind::BadRequest, "CONTENT_LENGTH is not a length."};
        }
    }
    if (length > limit && !announced.empty()) {
        throw Error{ErrorKind::Limit, "the body of the request is too large"};
    }
    auto body = read(length);
    if (body.size() > limit) {
        throw Error{ErrorKind::Limit, "the body of the request is too large"};
    }
    if (!announced.empty() && body.size() < length) {
        throw Error{ErrorKind::BadRequest, "The body is shorter than CONTENT_LENGTH."};
    }
    return body;
}

} // namespace

std::string trusted_proxies(Config const& config)
{
    return config.find("MS_TRUSTED_PROXIES").value_or("127.0.0.0/8 ::1");
}

void take_body(http::Request& request, std::string body, std::string_view content_type)
{
    request.content_type = content_type;
    if (http::is_form(content_type)) {
        auto const form = http::parse_query_string(body);
        for (auto const& [name, value] : form.entries()) {
            request.parameters.append(name, value);
        }
    } else {
        request.body = std::move(body);
    }
}

http::Request read_cgi_request(Variables const& variables, ReadBody const& read_body,
                               Config const& config)
{
    http::Request request;
    request.received = http::Request::Clock::now();
    request.method = http::parse_method(view(variables, "REQUEST_METHOD"));
    request.path_info = view(variables, "PATH_INFO");
    set_origin(request, variables, config);
    request.settings = settings_of(variables);
    request.if_none_match = view(variables, "HTTP_IF_NONE_MATCH");
    request.accept = view(variables, "HTTP_ACCEPT");
    request.origin = view(variables, "HTTP_ORIGIN");
    request.trace_parent = view(variables, "HTTP_TRACEPARENT");
    request.accepts_gzip = http::accepts_gzip(view(variables, "HTTP_ACCEPT_ENCODING"));
    request.parameters = http::parse_query_string(view(variables, "QUERY_STRING"));
    if (request.method == http::Method::Post) {
        take_body(request, read_body_of(variables, read_body, config.limits().max_body_bytes),
                  view(variables, "CONTENT_TYPE"));
    }
    request.parsed = http::Request::Clock::now();
    return request;
}

} // namespace ms::server
