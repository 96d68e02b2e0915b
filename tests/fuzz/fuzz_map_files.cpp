// SPDX-License-Identifier: MIT
// The files that a mapfile names: the first byte says whether the rest is a SYMBOLSET ('s'), a
// FONTSET ('f'), or a file for INCLUDE, which may name itself.
#include "base/error.hpp"
#include "mapfile/font_list.hpp"
#include "mapfile/fragment.hpp"
#include "mapfile/load.hpp"
#include "mapfile/symbol_set.hpp"
#include "own_folder.hpp"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    using namespace ms;
    if (size == 0) {
        return 0;
    }
    static fuzz::OwnFolder const folder;
    std::string_view const text{reinterpret_cast<char const*>(data) + 1, size - 1};
    try {
        if (data[0] == 'f') {
            static_cast<void>(mapfile::parse_font_list(text, folder.path()));
            return 0;
        }
        auto const path = folder.put("file", text);
        if (data[0] == 's') {
            mapfile::Provenance origin;
            mapfile::ProblemList problems{origin};
            static_cast<void>(mapfile::read_symbol_set(path, origin, problems, true));
            return 0;
        }
        static_cast<void>(mapfile::check_fragment(path));
        static_cast<void>(mapfile::load_text("MAP LAYER INCLUDE \"file\" END INCLUDE \"file\" END",
                                             folder.path()));
    } catch (Error const&) { // reports what it cannot read
    }
    return 0;
}
