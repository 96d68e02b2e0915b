// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "http/query_string.hpp"
#include "ows/wfs/parse_request.hpp"
#include "ows/wfs/read_xml.hpp"
#include "ows/wfs/version.hpp"

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
        http::Request request;
        if (text.starts_with('<')) {
            request.method = http::Method::Post;
            request.body = text;
        } else {
            request.parameters = http::parse_query_string(text);
        }
        static_cast<void>(wfs::is_xml_of_wfs(request));
        auto parsed = wfs::parse_request(request);
        static_cast<void>(wfs::negotiated_version(parsed, {}));
        wfs::read_queries(parsed);
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
