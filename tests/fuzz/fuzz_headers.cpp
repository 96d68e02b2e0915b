// SPDX-License-Identifier: MIT
// Header values that a client chooses: If-None-Match, Accept-Encoding, X-Forwarded-*, traceparent.
#include "http/content_coding.hpp"
#include "http/entity_tag.hpp"
#include "http/request.hpp"
#include "http/trace_context.hpp"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    std::string_view const text{reinterpret_cast<char const*>(data), size};
    (void)ms::http::accepts_gzip(text);
    (void)ms::http::is_worth_compressing(text);
    (void)ms::http::names_tag(text, ms::http::Digest{}.add(text).to_tag());
    auto const half = text.substr(0, size / 2);
    (void)ms::http::to_url(ms::http::behind_proxy({}, {text, half, text.substr(half.size())}));
    (void)ms::http::parse_trace_parent(text);
    return 0;
}
