// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "source/grid/axis.hpp"

#include <cstdlib>

// LABELFORMAT goes to printf: every accepted format must be harmless.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    using namespace ms;
    constexpr std::size_t widest_field = 4096;
    std::string const format{reinterpret_cast<char const*>(data), size};
    try {
        source::grid::LabelFormat const label{format};
        for (double const value : {0.0, -179.99999, 12.5, 1e300}) {
            if (label(value).size() > size + widest_field) {
                std::abort();
            }
        }
    } catch (Error const&) {
    }
    return 0;
}
