// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A row of the keyword tables.

#include "mapfile/rule.hpp"

#include <array>
#include <span>

namespace ms::mapfile {

class Reader;
class Writer;

enum class Support : std::uint8_t {
    Full,
    Preserved, ///< read and written, but nothing acts on it
    Ignored,   ///< MapServer reads it and does nothing with it; neither do we
    Removed,   ///< MapServer 8 rejects it; read with its old meaning, never written
};

/// The properties that do not depend on the block.
struct KeywordFacts {
    std::string_view name;  ///< upper case
    std::string_view alias; ///< an older name of the same, or ""
    Support support = Support::Full;
    std::string_view advice; ///< Removed: what to write instead
    bool opens_block = false;
    bool is_spelled_out = false; ///< a full text includes it even with its default
    Rule rule;
};

/// A keyword of a block: how it is read into the block's struct and how it is written. Rows are
/// made by the functions of keyword_rows.hpp from pointers to members.
template <typename Block>
struct Keyword : KeywordFacts {
    /// Reads the text after the keyword. \throws ReadError
    void (*read)(Reader&, Block&, Keyword const&) = nullptr;
    /// Writes the line if the block differs from a new one, or the text spells it out; null: never
    /// written.
    void (*write)(Writer&, Block const&, Keyword const&) = nullptr;

    [[nodiscard]] constexpr Keyword also(std::string_view older_name) const
    {
        Keyword row = *this;
        row.alias = older_name;
        return row;
    }
    [[nodiscard]] constexpr Keyword spelled_out() const
    {
        Keyword row = *this;
        row.is_spelled_out = true;
        return row;
    }
    /// Only read and written again, as in MapServer.
    [[nodiscard]] constexpr Keyword without_effect() const
    {
        Keyword row = *this;
        row.support = Support::Ignored;
        return row;
    }
    [[nodiscard]] constexpr Keyword kept() const
    {
        Keyword row = *this;
        row.support = Support::Preserved;
        return row;
    }
};

/// Names to row numbers, without case.
class KeywordIndex {
public:
    void add(std::string_view name, std::size_t row);
    /// The row or -1.
    [[nodiscard]] int find(std::string_view name) const noexcept;

private:
    struct Slot {
        std::string_view name;
        std::uint16_t row = 0;
    };
    static constexpr std::size_t slot_count = 256; // a LAYER has about 80 names
    std::array<Slot, slot_count> m_slots{};
};

/// All keywords of a block, in the order in which they are written to mapfiles.
template <typename Block>
class KeywordTable {
public:
    KeywordTable(std::string_view block, std::span<Keyword<Block> const> rows)
        : m_block(block), m_rows(rows)
    {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            m_index.add(rows[i].name, i);
            if (!rows[i].alias.empty()) {
                m_index.add(rows[i].alias, i);
            }
        }
    }

    [[nodiscard]] std::string_view block() const noexcept { return m_block; }
    [[nodiscard]] std::span<Keyword<Block> const> rows() const noexcept { return m_rows; }
    /// By name or alias, without case; or nullptr.
    [[nodiscard]] Keyword<Block> const* find(std::string_view name) const noexcept
    {
        int const row = m_index.find(name);
        return row < 0 ? nullptr : &m_rows[static_cast<std::size_t>(row)];
    }

private:
    std::string_view m_block;
    std::span<Keyword<Block> const> m_rows;
    KeywordIndex m_index;
};

} // namespace ms::mapfile
