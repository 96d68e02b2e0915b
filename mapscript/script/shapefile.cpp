// SPDX-License-Identifier: MIT
#include "script/shapefile.hpp"

#include "base/error.hpp"
#include "geometry/column.hpp"
#include "script/constants.hpp"
#include "script/drawing.hpp"
#include "script/enums.hpp"
#include "script/error.hpp"
#include "source/shapefile/dataset.hpp"
#include "source/shapefile/shp_writer.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace ms::script {

namespace {

namespace fs = std::filesystem;
using namespace source::shapefile;

constexpr int to_read = -1;
constexpr int to_append = -2;

fs::path stem_of(Text const& filename)
{
    return fs::path{filename.str()}.replace_extension();
}

/// As readers and writers throw them; to a script they are files that cannot be used.
template <typename Work>
auto with_file(Text const& filename, char const* routine, Work work)
{
    try {
        return work();
    } catch (Error const& error) {
        auto const code = error.kind() == ErrorKind::Source ? MS_IOERR : MS_SHPERR;
        throw Failure{code, routine, '(' + filename.str() + ") " + error.what()};
    }
}

/// Of files that are made anew.
ShapeType type_to_write(int type)
{
    constexpr std::array known{
        std::pair{MS_SHAPEFILE_POINT, ShapeType::Point},
        std::pair{MS_SHAPEFILE_ARC, ShapeType::PolyLine},
        std::pair{MS_SHAPEFILE_POLYGON, ShapeType::Polygon},
        std::pair{MS_SHAPEFILE_MULTIPOINT, ShapeType::MultiPoint},
    };
    auto const* const found = std::ranges::find(known, type, &std::pair<int, ShapeType>::first);
    fail_if(found == known.end(), MS_SHPERR, "shapefileObj()",
            "Shapefiles are written of type MS_SHAPEFILE_POINT, _ARC, _POLYGON or "
            "_MULTIPOINT.");
    return found->second;
}

int script_type_of(ShapeType type) noexcept
{
    return number_of(source::shapefile::kind_of(type));
}

std::vector<std::byte> record_of(Dataset const& dataset, int i, std::size_t most)
{
    auto const record = dataset.record(static_cast<std::uint32_t>(i));
    std::vector<std::byte> content(std::min<std::size_t>(record.length, most));
    if (!dataset.shp().read_at(record.offset, content)) {
        content.clear();
    }
    return content;
}

std::vector<std::vector<geometry::Point>> parts_of(shapeObj const& shape)
{
    std::vector<std::vector<geometry::Point>> parts;
    for (auto const& line : shape.lines) {
        parts.push_back(line->positions());
    }
    return parts;
}

DbfField const& field_at(Dataset const& dataset, int i)
{
    auto const& fields = dataset.table().fields;
    fail_if(!has_index(fields, i), MS_CHILDERR, "DBFInfo",
            "Invalid field index: " + std::to_string(i));
    return fields[static_cast<std::size_t>(i)];
}

} // namespace

DBFInfo::DBFInfo(std::shared_ptr<Dataset const> dataset)
    : nFields(static_cast<int>(dataset->table().fields.size())),
      nRecords(static_cast<int>(dataset->table().record_count)), m_dataset(std::move(dataset))
{}

Text DBFInfo::getFieldName(int iField) const
{
    return field_at(*m_dataset, iField).field.name;
}

int DBFInfo::getFieldType(int iField) const
{
    auto const& field = field_at(*m_dataset, iField);
    if (field.type != 'N' && field.type != 'F') {
        return FTString;
    }
    return field.field.precision > 0 ? FTDouble : FTInteger;
}

int DBFInfo::getFieldWidth(int iField) const
{
    return static_cast<int>(field_at(*m_dataset, iField).width);
}

int DBFInfo::getFieldDecimals(int iField) const
{
    return field_at(*m_dataset, iField).field.precision;
}

shapefileObj::shapefileObj(Text const& filename, int requested)
{
    if (requested == to_read || requested == to_append) {
        open(filename, requested == to_append);
        return;
    }
    auto const written = type_to_write(requested);
    m_writer = with_file(filename, "msShapefileCreate()",
                         [&] { return std::make_unique<ShpWriter>(stem_of(filename), written); });
    type = requested;
}

shapefileObj::~shapefileObj() = default;

void shapefileObj::open(Text const& filename, bool is_to_grow)
{
    with_file(filename, "msShapefileOpen()", [&] {
        m_dataset = Dataset::open(stem_of(filename), {.name = "shapefile", .where = {}});
        if (is_to_grow) {
            m_writer = std::make_unique<ShpWriter>(stem_of(filename));
        }
    });
    type = static_cast<int>(m_dataset->header().number);
    numshapes = static_cast<int>(m_dataset->size());
    bounds = rectObj{m_dataset->header().box};
}

Dataset const& shapefileObj::readable(int i, char const* routine) const
{
    fail_if(!m_dataset || i < 0 || static_cast<std::uint32_t>(i) >= m_dataset->size(), MS_CHILDERR,
            routine, "Invalid shape index: " + std::to_string(i));
    return *m_dataset;
}

std::shared_ptr<shapeObj> shapefileObj::getShape(int i) const
{
    auto const& dataset = readable(i, "getShape()");
    auto const in_file = dataset.header().type;
    geometry::GeometryColumn column;
    auto const result = append_record(in_file, record_of(dataset, i, SIZE_MAX),
                                      source::shapefile::kind_of(in_file), column);
    fail_if(result == Decoded::Malformed, MS_SHPERR, "msSHPReadShape()",
            "Record " + std::to_string(i) + " is malformed.");
    auto shape = result == Decoded::Appended
                     ? shapeObj::from(column, 0)
                     : std::make_shared<shapeObj>(script_type_of(ShapeType::Null));
    shape->index = i;
    return shape;
}

int shapefileObj::get(int i, shapeObj& shape) const
{
    auto const found = getShape(i);
    found->copy(shape);
    return MS_SUCCESS;
}

int shapefileObj::getPoint(int i, pointObj& point) const
{
    fail_if(readable(i, "getPoint()").header().type != ShapeType::Point, MS_SHPERR,
            "msSHPReadPoint()", "msSHPReadPoint only operates on point shapefiles.");
    auto const shape = getShape(i);
    fail_if(shape->lines.empty(), MS_SHPERR, "msSHPReadPoint()", "The record is empty.");
    auto const& found = *shape->lines.front()->points.front();
    point.x = found.x;
    point.y = found.y;
    return MS_SUCCESS;
}

int shapefileObj::getTransformed(mapObj& map, int i, shapeObj& shape) const
{
    auto const view = viewport_of(map);
    auto const found = getShape(i);
    for (auto const& line : found->lines) {
        for (auto const& point : line->points) {
            point->x = (point->x - view.extent.min_x) / view.cell_size_x;
            point->y = (view.extent.max_y - point->y) / view.cell_size_y;
        }
    }
    found->setBounds();
    found->copy(shape);
    return MS_SUCCESS;
}

void shapefileObj::getExtent(int i, rectObj& rect) const
{
    auto const& dataset = readable(i, "getExtent()");
    auto const content = record_of(dataset, i, record_box_size);
    if (auto const box = box_of_record(dataset.header().type, content)) {
        rect = rectObj{*box};
    }
}

int shapefileObj::add(shapeObj& shape)
{
    fail_if(!m_writer, MS_SHPERR, "msSHPWriteShape()", "The shapefile was opened to be read only.");
    auto const parts = parts_of(shape);
    bool const is_of_type = script_type_of(m_writer->type()) == shape.type;
    fail_if(!is_of_type, MS_SHPERR, "msSHPWriteShape()", "The shape is of another type.");
    auto const number = with_file({}, "msSHPWriteShape()", [&] { return m_writer->add(parts); });
    numshapes = static_cast<int>(m_writer->size());
    bounds = rectObj{m_writer->box()};
    return static_cast<int>(number);
}

std::shared_ptr<DBFInfo> shapefileObj::getDBF() const
{
    return m_dataset ? std::make_shared<DBFInfo>(m_dataset) : nullptr;
}

} // namespace ms::script
