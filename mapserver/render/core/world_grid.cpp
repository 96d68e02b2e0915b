// SPDX-License-Identifier: MIT
#include "render/core/world_grid.hpp"

#include "base/error.hpp"
#include "base/string.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace ms::render {

namespace {

constexpr double nodes_per_pixel = 64;

double rounded(double pixels) noexcept
{
    return std::round(pixels * nodes_per_pixel) / nodes_per_pixel;
}

/// FNV-1a (Fowler, Noll and Vo), byte by byte.
class Hash {
public:
    void add(std::string_view bytes) noexcept
    {
        for (char const c : bytes) {
            m_value = (m_value ^ static_cast<unsigned char>(c)) * 1099511628211U;
        }
    }
    void add(double node) noexcept
    {
        auto bits = std::bit_cast<std::uint64_t>(node + 0.0); // -0 is 0
        for (int i = 0; i < 8; ++i, bits >>= 8U) {
            m_value = (m_value ^ (bits & 0xffU)) * 1099511628211U;
        }
    }
    /// The low bits of FNV hardly depend on the first bytes: stirred (the finalizer of
    /// MurmurHash3).
    [[nodiscard]] std::uint64_t value() const noexcept
    {
        auto x = m_value;
        x = (x ^ (x >> 33U)) * 0xff51afd7ed558ccdU;
        x = (x ^ (x >> 33U)) * 0xc4ceb9fe1a85ec53U;
        return x ^ (x >> 33U);
    }

private:
    std::uint64_t m_value = 14695981039346656037U;
};

} // namespace

bool has_world_labels(mapfile::Layer const& layer)
{
    auto const value = layer.processing_value("LABEL_ANCHOR");
    if (!value || equals_ignoring_case(trim(*value), "PICTURE")) {
        return false;
    }
    if (!equals_ignoring_case(trim(*value), "WORLD")) {
        throw Error{ErrorKind::BadMapfile, "PROCESSING LABEL_ANCHOR is WORLD or PICTURE"};
    }
    return true;
}

double world_label_buffer(mapfile::Layer const& layer)
{
    constexpr double usual = 512;
    constexpr double most = 4096;
    auto const value = layer.processing_value("LABEL_ANCHOR_BUFFER");
    auto const number = value ? parse_double(trim(*value)) : std::nullopt;
    return number ? std::clamp(*number, 0.0, most) : usual;
}

WorldGrid::WorldGrid(Viewport const& view)
{
    geometry::Point const corner{view.extent.min_x / view.cell_size_x,
                                 -view.extent.max_y / view.cell_size_y};
    m_corner = {rounded(corner.x), rounded(corner.y)};
    m_rest = {corner.x - m_corner.x, corner.y - m_corner.y};
}

geometry::Point WorldGrid::snap(geometry::Point in_image) const noexcept
{
    // Not through m_corner: far from the origin of the world the decimal places are lost.
    return {rounded(in_image.x + m_rest.x), rounded(in_image.y + m_rest.y)};
}

std::uint64_t WorldGrid::rank(geometry::Point snapped, std::string_view text) const noexcept
{
    Hash hash;
    hash.add(text);
    hash.add((m_corner.x + snapped.x) * nodes_per_pixel);
    hash.add((m_corner.y + snapped.y) * nodes_per_pixel);
    return hash.value();
}

} // namespace ms::render
