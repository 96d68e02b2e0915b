// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes geometries as KML.

#include "base/budget.hpp"
#include "base/xml_writer.hpp"
#include "geometry/label_point.hpp"
#include "geometry/shape.hpp"
#include "mapfile/model/layer.hpp"

#include <optional>
#include <string>

namespace ms::render {

/// kml_altitudemode, kml_extrude and kml_tessellate of a layer.
struct KmlAltitude {
    std::string mode;       ///< absolute, relativeToGround or clampToGround; "": none of these
    std::string extrude;    ///< "0", "1"; "": not written
    std::string tessellate; ///< the same; lines and areas only

    /// Whether coordinates need an altitude.
    [[nodiscard]] bool has_height() const noexcept
    {
        return mode == "absolute" || mode == "relativeToGround";
    }
};

[[nodiscard]] KmlAltitude kml_altitude_of(mapfile::Layer const& layer);

/// Writes features of one layer. Reuses its working memory.
class KmlGeometry {
public:
    KmlGeometry(KmlAltitude altitude, Budget& budget)
        : m_altitude(std::move(altitude)), m_budget(budget)
    {}

    /// What is written of a feature.
    struct What {
        geometry::Kind kind = geometry::Kind::Point; ///< Line: of polygons their rings
        bool has_label = false;            ///< of lines and areas: a Point, too, where its label is
        std::optional<double> elevation{}; ///< of all its coordinates
    };
    /// One element: Point, LineString, Polygon, or a MultiGeometry of several.
    /// \param shape degrees, east and north; exists()
    /// \return bytes of the coordinates
    std::size_t write(XmlWriter& out, geometry::Shape shape, What const& what);

private:
    void write_areas(XmlWriter& out, geometry::Shape shape);
    void write_ring(XmlWriter& out, geometry::Shape shape, std::size_t ring);
    void open(XmlWriter& out, char const* name);
    void write_coordinates(XmlWriter& out, std::span<geometry::Point const> points);
    [[nodiscard]] std::optional<geometry::Point> label_point(geometry::Shape shape);

    KmlAltitude m_altitude;
    Budget& m_budget;
    std::optional<double> m_height; ///< of the current feature
    std::size_t m_bytes = 0;        ///< of the current feature
    geometry::LabelPointFinder m_label_points;
};

} // namespace ms::render
