// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The registry of all keywords, a table for each kind of block. Parser, writer, checks and scripts
/// read it; there is no other list.

#include "mapfile/keyword.hpp"
#include "mapfile/model/map.hpp"

namespace ms::mapfile {

/// A symbol set file.
struct SymbolSet {
    std::vector<Symbol> symbols;
    Position at{};
};

/// The table of a block's struct, e.g. keywords<Style>().
template <typename Block>
KeywordTable<Block> const& keywords();

template <>
KeywordTable<Map> const& keywords<Map>();
template <>
KeywordTable<Web> const& keywords<Web>();
template <>
KeywordTable<OutputFormat> const& keywords<OutputFormat>();
template <>
KeywordTable<Legend> const& keywords<Legend>();
template <>
KeywordTable<ScaleBar> const& keywords<ScaleBar>();
template <>
KeywordTable<Reference> const& keywords<Reference>();
template <>
KeywordTable<QueryMap> const& keywords<QueryMap>();
template <>
KeywordTable<Symbol> const& keywords<Symbol>();
template <>
KeywordTable<SymbolSet> const& keywords<SymbolSet>();
template <>
KeywordTable<Layer> const& keywords<Layer>();
template <>
KeywordTable<Feature> const& keywords<Feature>();
template <>
KeywordTable<Grid> const& keywords<Grid>();
template <>
KeywordTable<Cluster> const& keywords<Cluster>();
template <>
KeywordTable<Compositor> const& keywords<Compositor>();
template <>
KeywordTable<ScaleToken> const& keywords<ScaleToken>();
template <>
KeywordTable<Join> const& keywords<Join>();
template <>
KeywordTable<Identify> const& keywords<Identify>();
template <>
KeywordTable<Class> const& keywords<Class>();
template <>
KeywordTable<Style> const& keywords<Style>();
template <>
KeywordTable<Label> const& keywords<Label>();
template <>
KeywordTable<Leader> const& keywords<Leader>();

/// Whether a word opens a block that an END closes. Sometimes: a value in some blocks, a block in
/// others (SYMBOL, STYLE).
enum class Opens : std::uint8_t { Never, Sometimes, Always };
[[nodiscard]] Opens opens_block(std::string_view name) noexcept;

} // namespace ms::mapfile
