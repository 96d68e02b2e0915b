// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "ows/context/context.hpp"

#include <array>
#include <cstdlib>

// A document that is read can be written, and read again.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    using namespace ms;
    namespace context = ows::context;
    mapfile::Map map;
    try {
        context::read({reinterpret_cast<char const*>(data), size}, map, context::Names::Unique);
    } catch (Error const&) {
        return 0;
    }
    mapfile::Map again;
    try {
        context::read(context::write(map, "1.1.0"), again, context::Names::AsWritten);
    } catch (Error const& error) {
        if (error.kind() == ErrorKind::Limit) {
            return 0; // escaped texts are longer
        }
        std::abort();
    }
    if (again.layers.size() != map.layers.size()) {
        std::abort();
    }
    return 0;
}
