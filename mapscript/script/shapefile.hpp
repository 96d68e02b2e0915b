// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads and writes shapefiles for scripts, without a layer.

#include "script/geometry.hpp"

#include <memory>

namespace ms::source::shapefile {
class Dataset;
class ShpWriter;
} // namespace ms::source::shapefile

namespace ms::script {

/// The columns of an attribute table. \throws Failure{MS_CHILDERR} beyond the last one
struct DBFInfo {
    int nFields = 0;
    int nRecords = 0;

    [[nodiscard]] Text getFieldName(int iField) const;
    /// FTString, FTInteger or FTDouble.
    [[nodiscard]] int getFieldType(int iField) const;
    [[nodiscard]] int getFieldWidth(int iField) const;
    [[nodiscard]] int getFieldDecimals(int iField) const;

#ifndef SWIG
    explicit DBFInfo(std::shared_ptr<source::shapefile::Dataset const> dataset);

private:
    std::shared_ptr<source::shapefile::Dataset const> m_dataset;
#endif
};

struct shapefileObj {
    int type = 0; ///< MS_SHAPEFILE_..., with Z or M the format's own number
    int numshapes = 0;
    rectObj bounds{0, 0, 0, 0};

    /// \param type -1: the files there are, to be read; -2: also to be added to; MS_SHAPEFILE_...:
    ///        made anew, without an attribute table
    explicit shapefileObj(Text const& filename, int type = -1);
    ~shapefileObj();

    /// \throws Failure{MS_CHILDERR} beyond the last one; for those that were added, too: they are
    ///         read from the files when these are opened again
    [[nodiscard]] std::shared_ptr<shapeObj> getShape(int i) const;
    int get(int i, shapeObj& shape) const;
    /// A point of a shapefile of points.
    int getPoint(int i, pointObj& point) const;
    /// In pixels of the map.
    int getTransformed(mapObj& map, int i, shapeObj& shape) const;
    void getExtent(int i, rectObj& rect) const;
    /// \return the shape's number
    int add(shapeObj& shape);
    int addPoint(pointObj& point) { return add(*point.toShape()); }
    /// NULL for one that was made anew.
    [[nodiscard]] std::shared_ptr<DBFInfo> getDBF() const;

#ifndef SWIG
private:
    void open(Text const& filename, bool is_to_grow);
    [[nodiscard]] source::shapefile::Dataset const& readable(int i, char const* routine) const;

    std::shared_ptr<source::shapefile::Dataset const> m_dataset;
    std::unique_ptr<source::shapefile::ShpWriter> m_writer;
#endif
};

} // namespace ms::script
