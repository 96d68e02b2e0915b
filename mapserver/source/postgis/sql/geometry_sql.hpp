// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes a layer's geometry as a column of a SELECT.

#include "source/postgis/facts/encoding.hpp"
#include "source/postgis/facts/table_facts.hpp"
#include "source/postgis/sql/sql_text.hpp"

#include <string>
#include <string_view>

namespace ms::source::postgis {

/// Writes the processing of a geometry before its transfer. The objects that it refers to must
/// outlive it. Numbers become parameters of the statement; no text contains a value.
class GeometrySql {
public:
    /// \param pixel_size in units of the source's CRS
    /// \param force_2d Z and M, if there are any, are not sent
    GeometrySql(TableFacts const& facts, Transfer const& transfer, double pixel_size,
                bool force_2d);

    /// As it is stored: `"geom"`, of a geography `"geom"::geometry`.
    [[nodiscard]] std::string const& column() const noexcept { return m_column; }

    /// In the transfer's encoding; NULL if the geometry is NULL.
    /// \param box SQL of the box of the query; used if large geometries are cut
    [[nodiscard]] std::string encoded(std::string_view box, Statement& statement) const;

    /// A condition: whether this row's geometry is cut to the box. "false" if none is cut.
    [[nodiscard]] std::string is_cut(std::string_view box) const;

private:
    [[nodiscard]] std::string wkb() const;
    [[nodiscard]] std::string twkb(std::string_view box, Statement& statement) const;
    [[nodiscard]] std::string visible(std::string_view box, Statement& statement) const;
    [[nodiscard]] std::string cut(std::string_view box, Statement& statement) const;
    [[nodiscard]] std::string on_grid(std::string const& shape, Statement& statement) const;

    TableFacts const& m_facts;
    Transfer const& m_transfer;
    double m_pixel_size;
    bool m_force_2d;
    std::string m_column;
};

} // namespace ms::source::postgis
