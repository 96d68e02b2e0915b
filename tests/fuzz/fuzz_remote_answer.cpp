// SPDX-License-Identifier: MIT
// The answers of another server: its errors, its headers, and the URLs of requests to it.
#include "server/remote/http_freshness.hpp"
#include "source/remote/access.hpp"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    std::string_view const text{reinterpret_cast<char const*>(data), size};
    auto const half = text.substr(0, size / 2);
    auto const rest = text.substr(half.size());
    auto const excerpt = ms::source::remote::excerpt_of(text);
    (void)ms::source::remote::redacted(excerpt, half);
    (void)ms::source::remote::place_of(text);
    (void)ms::source::remote::with_parameters(half, {{"BBOX", std::string{rest}}});
    ms::server::FreshnessHeaders headers;
    headers.add(text);
    headers.add("Cache-Control:" + std::string{half});
    headers.add("Expires:" + std::string{rest});
    headers.add("Date:" + std::string{half});
    (void)ms::server::freshness_of(headers, std::chrono::seconds{60});
    return excerpt.size() > 300 ? __builtin_trap(), 0 : 0;
}
