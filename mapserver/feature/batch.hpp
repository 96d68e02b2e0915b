// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A batch of features on their way from a source to the canvas.

#include "feature/schema.hpp"
#include "geometry/column.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ms::feature {

/// One attribute of many features: texts end to end. Attributes are passed as the text that the
/// source prints, as in MapServer; measured, typed binary transfer gains nothing.
class TextColumn {
public:
    [[nodiscard]] std::size_t size() const noexcept { return m_ends.size(); }
    [[nodiscard]] bool is_null(std::size_t row) const noexcept { return m_nulls[row] != 0; }
    /// The value; "" for NULL. Valid until the column is changed.
    [[nodiscard]] std::string_view operator[](std::size_t row) const noexcept
    {
        auto const first = row == 0 ? std::size_t{0} : m_ends[row - 1];
        return std::string_view{m_chars}.substr(first, m_ends[row] - first);
    }
    void append(std::string_view value)
    {
        m_chars.append(value);
        m_ends.push_back(m_chars.size());
        m_nulls.push_back(0);
    }
    void append_null()
    {
        m_ends.push_back(m_chars.size());
        m_nulls.push_back(1);
    }
    /// Of all values.
    [[nodiscard]] std::size_t text_bytes() const noexcept { return m_chars.size(); }
    /// Bytes that the values take.
    [[nodiscard]] std::size_t bytes() const noexcept
    {
        return m_chars.size() + m_ends.size() * (sizeof(std::size_t) + 1);
    }
    /// Drops the values, but keeps the memory.
    void clear() noexcept
    {
        m_chars.clear();
        m_ends.clear();
        m_nulls.clear();
    }

private:
    std::string m_chars;
    std::vector<std::size_t> m_ends;
    std::vector<std::uint8_t> m_nulls;
};

/// Rows of a source: one geometry, one id and the requested attributes each. Reused between calls.
struct FeatureBatch {
    geometry::GeometryColumn geometry;
    TextColumn ids;                     ///< the source's key; empty column if it was not requested
    std::vector<TextColumn> attributes; ///< in the order of Query::fields
    TextColumn texts;                   ///< FEATURE TEXT of inline features; else empty
    std::size_t skipped = 0;            ///< rows dropped: geometry malformed or of a wrong kind
    bool has_rings_as_lines = false;    ///< for polygons of a shapefile in a layer of lines

    [[nodiscard]] std::size_t size() const noexcept { return geometry.size(); }
    /// Bytes that the rows take.
    [[nodiscard]] std::size_t bytes() const noexcept
    {
        auto bytes = geometry.bytes() + ids.bytes() + texts.bytes();
        for (auto const& column : attributes) {
            bytes += column.bytes();
        }
        return bytes;
    }
    /// Whether a source returns the batch before it appends more. Only the last row may be larger
    /// than that: columns of long texts take no more memory than others.
    [[nodiscard]] bool is_full() const noexcept
    {
        constexpr std::size_t max_rows = 2048;
        constexpr std::size_t max_points = 65536; // 1 MiB, which stays in a core's cache
        constexpr std::size_t max_text_bytes = std::size_t{4} << 20U;
        std::size_t text_bytes = texts.text_bytes();
        for (auto const& column : attributes) {
            text_bytes += column.text_bytes();
        }
        return size() >= max_rows || geometry.points.size() >= max_points ||
               text_bytes >= max_text_bytes;
    }
    /// Drops the rows, but keeps the memory, and sets the number of attribute columns.
    void reset(std::size_t attribute_count)
    {
        geometry.clear();
        ids.clear();
        attributes.resize(attribute_count);
        for (auto& column : attributes) {
            column.clear();
        }
        texts.clear();
        skipped = 0;
        has_rings_as_lines = false;
    }
};

} // namespace ms::feature
