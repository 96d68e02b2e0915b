// SPDX-License-Identifier: MIT
#include "source/ogr/cursor.hpp"

#include "geometry/wkb.hpp"

#include <charconv>

namespace ms::source::ogr {

namespace {

using geometry::Kind;

/// Number of features between two checks of the deadline.
constexpr std::size_t features_per_check = 256;

/// The feature's number, or a number that no feature has if the text is invalid.
std::int64_t number_of(std::string_view id)
{
    std::int64_t number = -1;
    auto const [end, failure] = std::from_chars(id.data(), id.data() + id.size(), number);
    return failure == std::errc{} && end == id.data() + id.size() ? number : -1;
}

} // namespace

Cursor::Cursor(std::unique_ptr<ms::ogr::FeatureFile> file, Query const& query,
               std::vector<std::size_t> fields, std::vector<std::size_t> filter_fields,
               shapefile::ErrorContext context, Deadline const& deadline, geometry::Kind layer_kind)
    : m_file(std::move(file)), m_kind(query.kind), m_layer_kind(layer_kind),
      m_fields(std::move(fields)), m_filter_fields(std::move(filter_fields)),
      m_with_ids(query.with_ids),
      m_keeps_null_geometry(query.null_geometry == NullGeometry::Returned),
      m_left(query.max_features), m_to_skip(query.offset), m_context(std::move(context)),
      m_deadline(deadline)
{
    ms::ogr::Selection selection{.box = query.box, .id = {}};
    if (query.id) {
        selection.id = number_of(*query.id);
    }
    m_file->select(selection);
    if (!query.filter.is_always_true()) {
        m_filter.emplace(query.filter, query.filter.attributes(),
                         expr::Environment{.map_cell_size = query.pixel_size});
        m_filter_uses_shape = query.filter.uses_shape();
    }
}

bool Cursor::next(feature::FeatureBatch& batch)
{
    batch.reset(m_fields.size());
    std::size_t looked_at = 0;
    try {
        while (m_left != 0 && !batch.is_full()) {
            if (looked_at++ % features_per_check == 0) {
                m_deadline.check();
            }
            if (!read(batch)) {
                m_left = 0;
            }
        }
    } catch (Error const& error) {
        if (error.kind() != ErrorKind::Source) {
            throw;
        }
        throw m_context.error(error.kind(), error.what(), error.where());
    }
    return batch.size() > 0 || batch.skipped > 0;
}

bool Cursor::read(feature::FeatureBatch& batch)
{
    if (!m_file->next()) {
        return false;
    }
    auto const wkb = m_file->geometry();
    bool const counts = !wkb.empty() || m_keeps_null_geometry;
    if (!counts || (m_filter && !passes_filter(wkb))) {
        return true;
    }
    if (m_to_skip > 0) {
        --m_to_skip;
        return true;
    }
    if (wkb.empty()) {
        batch.geometry.end_feature(Kind::None);
    } else if (!append_shape(wkb, batch.geometry)) {
        ++batch.skipped;
        return true;
    }
    append_values(m_fields, batch);
    if (m_with_ids) {
        batch.ids.append(std::to_string(m_file->id()));
    }
    m_left -= m_left > 0 ? 1 : 0;
    return true;
}

/// As in MapServer, a feature of a layer of lines is what its first line or area is, and points are
/// left out; one of a layer of areas is left out if a line comes first.
bool Cursor::append_shape(std::span<std::byte const> wkb, geometry::GeometryColumn& out) const
{
    auto kind = m_kind;
    if (m_layer_kind == Kind::Line || m_layer_kind == Kind::Polygon) {
        auto const first = geometry::first_line_or_polygon(wkb);
        if (first == Kind::None || (m_layer_kind == Kind::Polygon && first == Kind::Line)) {
            return false;
        }
        kind = kind == Kind::None ? first : kind;
    }
    return geometry::append_wkb(wkb, kind, out);
}

bool Cursor::passes_filter(std::span<std::byte const> wkb)
{
    m_filter_row.reset(m_filter_fields.size());
    append_values(m_filter_fields, m_filter_row);
    if (!m_filter_uses_shape || !geometry::append_wkb(wkb, Kind::None, m_filter_row.geometry)) {
        m_filter_row.geometry.end_feature(Kind::None);
    }
    return m_filter->is_true(m_filter_row, 0);
}

void Cursor::append_values(std::vector<std::size_t> const& fields, feature::FeatureBatch& batch)
{
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (fields[i] == style_column) {
            batch.attributes[i].append(m_file->style());
        } else if (auto const value = m_file->value(fields[i])) {
            batch.attributes[i].append(*value);
        } else {
            batch.attributes[i].append_null();
        }
    }
}

} // namespace ms::source::ogr
