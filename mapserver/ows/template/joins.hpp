// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads the rows of JOINs for a feature: [<join>_<item>] and [join_<join>].

#include "ows/template/file.hpp"
#include "ows/template/nodes.hpp"
#include "ows/template/page.hpp"
#include "source/join_table.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace ms::ows::tmpl {

/// Queries the database once for each feature and join; reads a file once. One for all parts of a
/// page.
class Joins {
public:
    /// \param files of the page; both must outlive the object
    Joins(Page const& page, TemplateFiles& files) : m_page(page), m_files(files) {}

    /// The value of a column for one-to-one joins; for one-to-many the JOIN's TEMPLATE, expanded
    /// for every row between HEADER and FOOTER. nullopt if the tag names no join.
    /// \throws Error{Source}, Error{BadMapfile}, Error{Limit} for more than a page may have
    [[nodiscard]] std::optional<std::string> value(Place const& place, Tag const& tag);

private:
    /// Of the layer in the map, and of the join in the layer.
    using JoinNumber = std::pair<std::size_t, std::size_t>;
    using Key = std::pair<JoinNumber, std::string>; ///< and the value of FROM

    [[nodiscard]] static JoinNumber number_of(Place const& place, mapfile::Join const& join);
    [[nodiscard]] source::JoinedRows const& rows(Place const& place, mapfile::Join const& join);
    [[nodiscard]] source::JoinedRows read(Place const& place, mapfile::Join const& join,
                                          std::string const& value);
    [[nodiscard]] std::string list(Place const& place, mapfile::Join const& join);

    Page const& m_page;
    TemplateFiles& m_files;
    std::map<Key, source::JoinedRows> m_rows;                       ///< of the current feature
    std::pair<render::PickedLayer const*, std::size_t> m_feature{}; ///< and its number
    std::map<JoinNumber, source::JoinTable> m_tables;               ///< of files
};

} // namespace ms::ows::tmpl
