// SPDX-License-Identifier: MIT
#include "server/app/response_policy.hpp"

#include "base/string.hpp"
#include "http/content_coding.hpp"
#include "http/entity_tag.hpp"
#include "image/gzip.hpp"

#include <algorithm>

namespace ms::server {

namespace {

/// Less is not worth the header lines.
constexpr std::size_t smallest_compressed = 1024;

/// libdeflate: capabilities of 6,000 layers shrink to 1/20 in a third of the time of level 6, which
/// would make it 1/23.
constexpr int compression_level = 3;

std::string const* find_header(http::Response const& response, std::string_view name)
{
    auto const found = std::ranges::find_if(response.headers, [&](auto const& header) {
        return equals_ignoring_case(header.first, name);
    });
    return found == response.headers.end() ? nullptr : &found->second;
}

void set_unless_there(http::Response& response, std::string_view name, std::string value)
{
    if (find_header(response, name) == nullptr) {
        response.headers.emplace_back(name, std::move(value));
    }
}

/// An exception report may have status 200, like MapServer's; it must not be cached either.
bool is_failure(http::Response const& response)
{
    return response.status >= 400 || !response.failure.empty();
}

bool is_reading(http::Request const& request)
{
    return request.method == http::Method::Get || request.method == http::Method::Head;
}

/// RFC 9110, 15.4.5: no content, but the headers that caches need.
void become_not_modified(http::Response& response)
{
    response.status = 304;
    response.content_type.clear();
    response.body.clear();
    std::erase_if(response.headers, [](auto const& header) {
        return equals_ignoring_case(header.first, "Content-Encoding");
    });
}

void tag(http::Response& response)
{
    if (find_header(response, "ETag") == nullptr) {
        auto const digest = http::Digest{}.add(response.content_type).add(response.body);
        response.headers.emplace_back("ETag", digest.to_tag());
    }
}

void validate(http::Request const& request, http::Response& response)
{
    if (response.status == 304) { // an image that was known without drawing it
        response.content_type.clear();
        return;
    }
    if (response.status != 200 || !is_reading(request)) {
        return;
    }
    tag(response);
    if (!request.if_none_match.empty() &&
        http::names_tag(request.if_none_match, *find_header(response, "ETag"))) {
        become_not_modified(response);
    }
}

/// In one line: some caches read only the first.
void vary(http::Response& response, std::string_view by)
{
    auto const found = std::ranges::find_if(response.headers, [](auto const& header) {
        return equals_ignoring_case(header.first, "Vary");
    });
    if (found == response.headers.end()) {
        response.headers.emplace_back("Vary", by);
    } else if (found->second != by) {
        found->second.append(", ").append(by);
    }
}

/// RFC 9110, 15.4.5: a 304 has the header, too, which its type decides about.
void vary_by_coding(http::Response& response)
{
    if (http::is_worth_compressing(response.content_type) &&
        find_header(response, "Content-Encoding") == nullptr) {
        vary(response, "Accept-Encoding");
    }
}

void compress(http::Request const& request, http::Response& response)
{
    if (!http::is_worth_compressing(response.content_type) ||
        find_header(response, "Content-Encoding") != nullptr) {
        return;
    }
    if (!request.accepts_gzip || response.body.size() < smallest_compressed) {
        return;
    }
    response.body = image::gzip(response.body, compression_level);
    response.headers.emplace_back("Content-Encoding", "gzip");
}

/// https://fetch.spec.whatwg.org/#http-cors-protocol
void share(ResponsePolicy const& policy, http::Request const& request, http::Response& response)
{
    if (policy.origins.empty()) {
        return;
    }
    bool const is_for_all = std::ranges::find(policy.origins, "*") != policy.origins.end();
    if (!is_for_all) {
        vary(response, "Origin");
    }
    bool const is_listed =
        std::ranges::find(policy.origins, request.origin) != policy.origins.end();
    if (request.origin.empty() || (!is_for_all && !is_listed)) {
        return;
    }
    auto& headers = response.headers;
    headers.emplace_back("Access-Control-Allow-Origin", is_for_all ? "*" : request.origin);
    if (request.method == http::Method::Options) {
        headers.emplace_back("Access-Control-Allow-Methods", "GET, HEAD, POST");
        headers.emplace_back("Access-Control-Allow-Headers", "Content-Type, If-None-Match");
        headers.emplace_back("Access-Control-Max-Age", "86400");
    } else {
        headers.emplace_back("Access-Control-Expose-Headers", "ETag, Server-Timing");
    }
}

} // namespace

ResponsePolicy policy_of(Config const& config)
{
    ResponsePolicy policy;
    auto const origins = config.find("MS_CORS_ORIGINS").value_or("");
    for (auto const origin : split_words(origins)) {
        policy.origins.emplace_back(origin);
    }
    policy.compresses = !config.is_off("MS_COMPRESSION");
    return policy;
}

void encode(ResponsePolicy const& policy, http::Request const& request, http::Response& response)
{
    tag(response);
    if (policy.compresses) {
        vary_by_coding(response);
        compress(request, response);
    }
}

bool apply_to_head(ResponsePolicy const& policy, http::Request const& request, http::Response& head)
{
    set_unless_there(head, "X-Content-Type-Options", "nosniff");
    bool const is_text = policy.compresses && http::is_worth_compressing(head.content_type);
    if (is_text) {
        vary(head, "Accept-Encoding");
    }
    bool const is_compressed = is_text && request.accepts_gzip;
    if (is_compressed) {
        head.headers.emplace_back("Content-Encoding", "gzip");
    }
    share(policy, request, head);
    return is_compressed;
}

void apply(ResponsePolicy const& policy, http::Request const& request, http::Response& response)
{
    set_unless_there(response, "X-Content-Type-Options", "nosniff");
    if (response.status == 503) {
        set_unless_there(response, "Retry-After", "5");
    }
    if (policy.compresses) {
        vary_by_coding(response);
    }
    if (is_failure(response)) {
        set_unless_there(response, "Cache-Control", "no-store");
    } else {
        validate(request, response);
    }
    if (policy.compresses) {
        compress(request, response);
    }
    share(policy, request, response);
}

} // namespace ms::server
