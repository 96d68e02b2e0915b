// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "base/percent_encode.hpp"
#include "http/query_string.hpp"

#include <cstdlib>

// Parsed parameters must be the same after they are encoded and parsed again.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    using namespace ms::http;
    try {
        auto const parameters = parse_query_string({reinterpret_cast<char const*>(data), size});
        std::string again;
        for (auto const& [name, value] : parameters.entries()) {
            again += ms::percent_encode(name) + '=' + ms::percent_encode(value) + '&';
        }
        if (parse_query_string(again, {.max_bytes = 4U << 20U}) != parameters) {
            std::abort();
        }
    } catch (ms::Error const&) {
        return 0;
    }
    return 0;
}
