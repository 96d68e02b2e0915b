// SPDX-License-Identifier: MIT
// Blocks of raster files as they are stored. The input: compression, bands and differences; width;
// height; rows; the length of JPEG's tables; the tables; the block.
#include "raster/stored_block.hpp"

#include <algorithm>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    constexpr std::size_t head = 5;
    if (size < head) {
        return 0;
    }
    std::span const input{data, size};
    constexpr int bands[]{1, 2, 3, 4};
    bool const is_jpeg = (input[0] & 1U) != 0;
    ms::raster::StoredForm form{.compression = is_jpeg ? ms::raster::BlockCompression::Jpeg
                                                       : ms::raster::BlockCompression::Deflate,
                                .block = {1 + input[1], 1 + input[2]},
                                .bands = bands[input[0] >> 1U & 3U],
                                .has_differences = (input[0] & 8U) != 0};
    auto const table_bytes = std::min<std::size_t>(4U * input[4], size - head);
    auto const tables = input.subspan(head, table_bytes);
    form.jpeg_tables.assign(tables.begin(), tables.end());
    int const rows = 1 + input[3] % form.block.height;
    std::vector<std::uint8_t> samples(static_cast<std::size_t>(rows) * form.row_bytes());
    (void)ms::raster::decode_rows(form, input.subspan(head + table_bytes), rows, samples);
    return 0;
}
