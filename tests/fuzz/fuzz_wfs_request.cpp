// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "ows/wfs/parse_request.hpp"
#include "ows/wfs/version.hpp"
#include "sent_request.hpp"

#include <cstdlib>
#include <string_view>

// A WFS request as XML, if it begins like XML, else as parameters. Lists are bounded, and a request
// for several types has one query each.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    using namespace ms;
    namespace wfs = ows::wfs;
    std::string_view const text{reinterpret_cast<char const*>(data), size};
    try {
        auto const request = fuzz::sent_request(text);
        ows::RequestDocument document{request};
        static_cast<void>(document.is_of("WFS"));
        auto parsed = wfs::parse_request(request.parameters, document);
        static_cast<void>(wfs::negotiated_version(parsed, {}));
        wfs::read_queries(parsed);
        static_cast<void>(wfs::read_box(parsed));
        wfs::read_filters(parsed, parsed.queries);
        for (auto const& query : parsed.queries) {
            if (query.type_name.size() > size || query.properties.size() > 1000) {
                std::abort();
            }
        }
    } catch (Error const&) {
        return 0;
    }
    return 0;
}
