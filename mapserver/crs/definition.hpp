// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses names of CRSs in every spelling of mapfiles and clients.

#include "crs/world_edge.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace ms::crs {

/// A folder in which PROJ looks for files of definitions ("epsg") and grids before it looks in
/// those of the process: PROJ_DATA of a map. Empty: only in those of the process. Maps of one
/// process may have different ones.
struct ProjData {
    std::string folder = {};
};

/// A coordinate reference system. Cheap to copy, shared between threads.
///
/// Coordinates are always x = east/longitude, y = north/latitude; protocols that use the axis order
/// of the authority check is_axis_inverted().
class Definition {
public:
    /// Undefined: coordinates stay unchanged.
    Definition() = default;

    [[nodiscard]] bool is_defined() const noexcept { return m_state != nullptr; }
    /// The text for PROJ: "EPSG:3857", "+proj=utm +zone=32 ...".
    [[nodiscard]] std::string const& proj_text() const noexcept;
    /// "EPSG:3857" if it was named by a code (in any spelling), else empty: also for names in a
    /// file of definitions that is not EPSG's.
    [[nodiscard]] std::string const& authority_code() const noexcept;
    /// The folder that it was parsed with. \see ProjData
    [[nodiscard]] std::string const& proj_data() const noexcept;
    [[nodiscard]] bool is_geographic() const;
    /// Whether the authority's axis order is north, east (EPSG:4326: true; CRS:84: false).
    [[nodiscard]] bool is_axis_inverted() const;
    /// Metres per unit of the first axis; for a geographic CRS, the length of a degree on the
    /// sphere's equator.
    [[nodiscard]] double meters_per_unit() const;

    /// Not worldwide when undefined, and when PROJ does not know where the CRS is used.
    [[nodiscard]] WorldEdge world_edge() const;

    /// The same CRS, compared by meaning if that is cheap, else by text.
    friend bool operator==(Definition const& a, Definition const& b) noexcept;

private:
    struct State;
    explicit Definition(std::shared_ptr<State const> state) noexcept : m_state(std::move(state)) {}
    friend class DefinitionCache;
    friend class Transformation;
    std::shared_ptr<State const> m_state;
};

/// A PROJECTION block, one argument per token; all forms of the reference (mapfile, PROJECTION).
/// An empty list gives an undefined CRS. \throws Error{BadMapfile} when PROJ does not know it
[[nodiscard]] Definition parse(std::span<std::string const> arguments, ProjData const& data);
/// A single string: "EPSG:4326", "CRS:84", "urn:ogc:def:crs:EPSG::4326", "+proj=..." ...
/// As in MapServer, "EPSG:4326" means "init=epsg:4326" here: a file "epsg" of the folder counts
/// before PROJ's codes.
[[nodiscard]] Definition parse(std::string_view text, ProjData const& data = {});
/// Parses a client's SRS= or CRS=: names of authorities and AUTO forms, but not PROJ strings, which
/// could name files of the server; the only file that a code may be in is "epsg". At most 255
/// bytes.
/// \throws Error{BadRequest} for everything else, and if PROJ does not know it
[[nodiscard]] Definition parse_request(std::string_view text, ProjData const& data = {});

} // namespace ms::crs
