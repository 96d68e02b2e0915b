// SPDX-License-Identifier: MIT
// The bytes of a client on a connection: the first byte determines how the rest is split. The split
// must not matter.
#include "server/front/request_reader.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

using ms::server::RequestReader;
using State = RequestReader::State;

/// The requests that are read, each as one text; and the refusal.
std::vector<std::string> read(std::string_view bytes, std::size_t step)
{
    std::vector<std::string> seen;
    RequestReader reader{{.head_bytes = 4096, .body_bytes = 1024}};
    auto const collect = [&] {
        while (reader.state() == State::Complete) {
            auto const& head = reader.head();
            seen.push_back(head.method + ' ' + head.target + ' ' + head.value("Host"));
            seen.push_back(reader.take_body());
            reader.next();
        }
    };
    while (!bytes.empty()) {
        reader.take(bytes.substr(0, step));
        collect();
        bytes.remove_prefix(std::min(step, bytes.size()));
        if (reader.held_bytes() > 4096 + (32U << 10U) + step) {
            std::abort();
        }
    }
    seen.push_back(std::to_string(reader.refusal()));
    return seen;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    if (size == 0) {
        return 0;
    }
    std::string_view const bytes{reinterpret_cast<char const*>(data) + 1, size - 1};
    if (read(bytes, 1U + data[0]) != read(bytes, std::max<std::size_t>(bytes.size(), 1))) {
        std::abort();
    }
    return 0;
}
