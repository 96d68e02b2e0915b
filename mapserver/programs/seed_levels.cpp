// SPDX-License-Identifier: MIT
#include "programs/seed_levels.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "ows/common/metadata.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ms::programs {

namespace {

/// Tiles to a side that one thread draws one after another: those of one bitmap follow each other.
constexpr std::int64_t block_side = 8;

[[noreturn]] void refuse_argument(std::string const& why)
{
    throw Error{ErrorKind::BadRequest, why};
}

} // namespace

std::int64_t SeedLevel::columns() const noexcept
{
    return std::int64_t{m_range.last_column} - m_range.first_column + 1;
}

std::int64_t SeedLevel::rows() const noexcept
{
    return std::int64_t{m_range.last_row} - m_range.first_row + 1;
}

std::int64_t SeedLevel::blocks_across() const noexcept
{
    return (columns() + block_side - 1) / block_side;
}

std::int64_t SeedLevel::blocks() const noexcept
{
    return blocks_across() * ((rows() + block_side - 1) / block_side);
}

ows::TileRange SeedLevel::block(std::int64_t number) const noexcept
{
    auto const column = m_range.first_column + number % blocks_across() * block_side;
    auto const row = m_range.first_row + number / blocks_across() * block_side;
    auto const last = [](std::int64_t first, int end) {
        return static_cast<int>(std::min<std::int64_t>(first + block_side - 1, end));
    };
    return {static_cast<int>(column), last(column, m_range.last_column), static_cast<int>(row),
            last(row, m_range.last_row)};
}

std::optional<SeedLevel> seed_level(ows::TileMatrixSet const& grid, int zoom,
                                    std::optional<geometry::Box> const& box)
{
    if (static_cast<std::size_t>(zoom) >= grid.matrices.size()) {
        refuse_argument(fmt::format("the grid \"{}\" has levels 0 to {}", grid.identifier,
                                    grid.matrices.size() - 1));
    }
    auto const& matrix = grid.matrices[static_cast<std::size_t>(zoom)];
    ows::TileRange const all{0, matrix.columns - 1, 0, matrix.rows - 1};
    auto const range = box ? ows::tiles_in(matrix, *box) : std::optional{all};
    return range ? std::optional{SeedLevel{matrix, *range}} : std::nullopt;
}

std::optional<geometry::Box> common_box(std::optional<geometry::Box> const& a,
                                        std::optional<geometry::Box> const& b)
{
    if (!a || !b) {
        return a ? a : b;
    }
    return geometry::Box{std::max(a->min_x, b->min_x), std::max(a->min_y, b->min_y),
                         std::min(a->max_x, b->max_x), std::min(a->max_y, b->max_y)};
}

std::vector<int> parse_zooms(std::string_view text)
{
    constexpr int deepest = 40;
    std::vector<int> zooms;
    for (auto const& part : ows::split_list(text)) {
        auto const dash = part.find('-');
        auto const first = parse_int(std::string_view{part}.substr(0, dash));
        auto const last =
            dash == std::string::npos ? first : parse_int(std::string_view{part}.substr(dash + 1));
        if (!first || !last || *first < 0 || *last < *first || *last > deepest) {
            refuse_argument("--zoom: \"" + part + "\" is not a level or a range of levels");
        }
        for (int zoom = *first; zoom <= *last; ++zoom) {
            zooms.push_back(zoom);
        }
    }
    return zooms;
}

geometry::Box parse_box(std::string_view text)
{
    std::vector<double> numbers;
    for (auto const& part : ows::split_list(text)) {
        numbers.push_back(parse_double(part).value_or(NAN));
    }
    if (numbers.size() != 4 || !(numbers[0] < numbers[2] && numbers[1] < numbers[3])) {
        refuse_argument("--bbox: minx,miny,maxx,maxy are four numbers, the smaller ones first");
    }
    return {numbers[0], numbers[1], numbers[2], numbers[3]};
}

} // namespace ms::programs
