// SPDX-License-Identifier: MIT
// The TABLE of a JOIN: CSV if the first byte is 'c', else dBASE.
#include "base/error.hpp"
#include "own_folder.hpp"
#include "source/join_table.hpp"
#include "source/postgis/link/databases.hpp"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    using namespace ms;
    std::string_view const input{reinterpret_cast<char const*>(data), size};
    bool const is_csv = input.starts_with('c');
    static fuzz::OwnFolder const folder;
    static_cast<void>(folder.put("table.dbf", input.substr(is_csv ? 1 : 0)));
    static Log log;
    static source::postgis::Databases databases;
    static Deadline const deadline;
    source::Services services{log, databases, deadline};
    services.max_kept_bytes = std::size_t{1} << 20U;
    mapfile::Map map;
    map.origin.directory = folder.path();
    mapfile::Layer const layer;
    mapfile::Join join;
    join.table = "table.dbf";
    join.connection_type = is_csv ? "CSV" : "";
    join.to = is_csv ? "1" : "key";
    try {
        source::JoinTable const table{map, layer, join, services};
        for (auto const* const value : {"", "1", "a,\"b"}) {
            auto const found = table.rows(value, 3);
            for (auto const& row : found.rows) {
                if (row.size() != found.columns.size() || found.rows.size() > 3) {
                    std::abort();
                }
            }
        }
    } catch (Error const&) { // no such table
    }
    return 0;
}
