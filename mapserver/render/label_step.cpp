// SPDX-License-Identifier: MIT
#include "render/label_step.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "geometry/measure.hpp"
#include "render/label_plan.hpp"
#include "render/symbol_painter.hpp"
#include "style/class_index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ms::render {

namespace {

using geometry::Kind;
using geometry::Point;

constexpr double perpendicular = 99; // OFFSET x 99 or x -99: across the line

label::Carrier carrier_of(Kind kind)
{
    return kind == Kind::Line      ? label::Carrier::Line
           : kind == Kind::Polygon ? label::Carrier::Polygon
                                   : label::Carrier::Point;
}

paint::GlyphRun glyphs_of(label::Placed const& placed)
{
    paint::GlyphRun run{.glyphs = {}, .size_px = placed.size_px};
    if (placed.along) {
        for (auto const& glyph : placed.along->glyphs) {
            run.glyphs.push_back({glyph.font, glyph.id, glyph.at, glyph.angle_rad});
        }
        return run;
    }
    for (auto const& glyph : placed.block.glyphs) {
        Point const at{placed.origin.x + glyph.at.x, placed.origin.y + glyph.at.y};
        run.glyphs.push_back(
            {glyph.font, glyph.id,
             placed.angle_rad == 0 ? at : label::turned(at, placed.anchor, placed.angle_rad),
             placed.angle_rad});
    }
    return run;
}

/// The area behind a text: a pixel larger on every side, as MapServer's LABELPOLY.
geometry::GeometryColumn area_behind(label::Placed const& placed)
{
    auto const& box = placed.block.box;
    auto const quad =
        label::turned(geometry::Box{placed.origin.x + box.min_x, placed.origin.y + box.min_y,
                                    placed.origin.x + box.max_x, placed.origin.y + box.max_y}
                          .grown(1),
                      placed.anchor, placed.angle_rad);
    geometry::GeometryColumn area;
    area.points.assign(quad.corners.begin(), quad.corners.end());
    area.points.push_back(quad.corners.front());
    area.end_ring();
    area.end_part();
    area.end_feature(Kind::Polygon);
    return area;
}

/// A feature of one point.
geometry::GeometryColumn point_at(Point at)
{
    geometry::GeometryColumn point;
    point.points.push_back(at);
    point.end_ring();
    point.end_part();
    point.end_feature(Kind::Point);
    return point;
}

void paint_label(label::Placed const& placed, style::LabelLook const& look,
                 SymbolPainter& symbol_painter, paint::Canvas& canvas)
{
    if (!placed.along) {
        for (auto const& symbols : look.at_anchor) {
            symbol_painter.paint(point_at(placed.anchor), 0, symbols, Pass::All);
        }
        for (auto const& symbols : look.behind_text) {
            if (!placed.block.box.is_empty()) {
                symbol_painter.paint(area_behind(placed), 0, symbols, Pass::All);
            }
        }
    }
    auto run = glyphs_of(placed);
    if (look.shadow) {
        auto shadow = run;
        for (auto& glyph : shadow.glyphs) {
            glyph.at = {glyph.at.x + look.shadow_offset.x, glyph.at.y + look.shadow_offset.y};
        }
        canvas.glyphs(shadow, {.fill = look.shadow, .halo = {}});
    }
    canvas.glyphs(run, look.ink);
}

/// The picture without the border that WEB METADATA "labelcache_map_edge_buffer" keeps free.
geometry::Box label_frame(PlanState const& plan)
{
    geometry::Box const picture{0, 0, static_cast<double>(plan.viewport.width),
                                static_cast<double>(plan.viewport.height)};
    auto const* const border = plan.map->web.metadata.find("labelcache_map_edge_buffer");
    auto const width = border == nullptr ? std::nullopt : parse_double(*border);
    return width ? picture.grown(-std::abs(*width)) : picture;
}

/// The size of the symbol that the first style of a point layer's class draws.
std::optional<Point> marker_size(style::SymbolArt& art, VectorStep const& step,
                                 ClassPlan const& class_plan)
{
    if (step.kind != Kind::Point || class_plan.style_indexes.empty()) {
        return std::nullopt;
    }
    auto const& style =
        step.layer.classes[class_plan.class_index].styles[class_plan.style_indexes.front()];
    auto const marker = style::make_marker(art, style, style::constant_values(style), step.scaling);
    if (!marker || marker->is_empty()) {
        return std::nullopt;
    }
    double pen = 0; // MapServer counts the outline once, not on both sides
    for (auto const& shape : marker->shapes) {
        pen = std::max(pen, shape.outline ? shape.outline->width : 0);
    }
    return Point{marker->width_px + pen, marker->height_px + pen};
}

/// The rings of a feature that are worth a label: the longest line, or all if labels repeat.
std::vector<std::span<Point const>> lines_of(geometry::GeometryColumn const& pixels,
                                             std::size_t row, bool all)
{
    std::vector<std::span<Point const>> lines;
    auto const rings = pixels.rings_of(row);
    double longest = -1;
    for (auto ring = rings.first; ring < rings.last; ++ring) {
        auto const line = pixels.ring(ring);
        double const length = geometry::length(line);
        if (all) {
            lines.push_back(line);
        } else if (length > longest) {
            lines.assign(1, line);
            longest = length;
        }
    }
    return lines;
}

} // namespace

std::uint32_t LabelSheet::add(style::LabelLook look)
{
    m_looks.push_back(std::move(look));
    return static_cast<std::uint32_t>(m_looks.size() - 1);
}

void LabelSheet::draw(PlanState const& plan, paint::Canvas& canvas)
{
    SymbolPainter symbol_painter{canvas, {plan.viewport.width, plan.viewport.height}};
    for (auto const& placed :
         label::place(m_candidates, {.frame = label_frame(plan), .collides = m_collides})) {
        paint_label(placed, m_looks[placed.look], symbol_painter, canvas);
    }
    m_is_drawn = true;
}

bool has_labels(VectorStep const& step)
{
    return std::ranges::any_of(step.class_plans, [](ClassPlan const& plan) {
        return plan.is_drawn && !plan.labels.empty();
    });
}

LayerLabels::LayerLabels(PlanState const& plan, VectorStep const& step, text::FontCache& fonts,
                         LabelSheet& sheet)
    : m_plan(plan), m_step(step), m_fonts(fonts), m_art(*plan.map, &fonts), m_sheet(sheet)
{
    for (auto const& class_plan : step.class_plans) {
        auto const& owner = step.layer.classes[class_plan.class_index];
        auto& labels = m_classes.emplace_back();
        labels.marker = marker_size(m_art, step, class_plan);
        for (auto const& label_plan : class_plan.labels) {
            auto const& label = owner.labels[label_plan.label_index];
            labels.readers.push_back({&label,
                                      {label, step.query.fields},
                                      {step.layer, owner, label, step.query.fields},
                                      {},
                                      {}});
        }
    }
}

LayerLabels::Fonts LayerLabels::open_fonts(mapfile::Label const& label, std::string const& names)
{
    auto& fonts = m_opened[names];
    if (fonts) {
        return fonts;
    }
    text::FontList list;
    for (auto const& file : font_files(*m_plan.map, label, names)) {
        try {
            list.push_back(m_fonts.open(file));
        } catch (Error const& error) {
            throw Error{ErrorKind::BadMapfile,
                        fmt::format("{}: LABEL: FONT \"{}\": {}", m_plan.map->where(label.at),
                                    names, error.what())};
        }
    }
    if (list.empty()) {
        list.push_back(m_fonts.default_font());
    }
    fonts = std::make_shared<text::FontList const>(std::move(list));
    return fonts;
}

std::optional<label::Text> LayerLabels::read(Reader& reader, feature::FeatureBatch const& batch,
                                             std::size_t row)
{
    if (!reader.text_of.is_wanted(batch, row)) {
        return std::nullopt;
    }
    auto text = reader.text_of.text(batch, row);
    if (text.empty() && reader.label->styles.empty()) {
        return std::nullopt;
    }
    if (!reader.last_values || !reader.binding.is_constant()) {
        auto values = reader.binding.values(batch, row);
        if (!reader.last_values || values != *reader.last_values) { // neighbours often look alike
            auto look = style::make_label_look(m_art, *reader.label, values, m_step.scaling);
            reader.last = style::make_label_text(*reader.label, values, look, m_step.scaling);
            reader.last.fonts = open_fonts(*reader.label, values.font);
            reader.last.look = m_sheet.add(std::move(look));
            reader.last_values = std::move(values);
        }
    }
    auto copy = reader.last;
    copy.text = std::move(text);
    return copy;
}

int LayerLabels::priority_of(Reader const& reader) const
{
    return static_cast<int>(std::clamp(reader.last_values->priority, 1.0, 10.0));
}

/// MINFEATURESIZE, in pixels or as wide as the text. \param size of the feature
bool LayerLabels::fits(mapfile::Label const& label, label::Text const& text, double size) const
{
    if (label.min_feature_size_auto) {
        auto const block =
            text::lay_out(text.text, {*text.fonts, text.size_px, text.line_height, text.align});
        return size >= block.box.width();
    }
    return label.min_feature_size <= 0 ||
           size >= label.min_feature_size * m_step.scaling.resolution_factor;
}

void LayerLabels::add(geometry::GeometryColumn const& pixels,
                      std::vector<std::int32_t> const& classes, feature::FeatureBatch const& batch)
{
    for (std::size_t row = 0; row < classes.size(); ++row) {
        if (classes[row] == style::ClassIndex::no_class || pixels.kinds[row] == Kind::None) {
            continue;
        }
        auto const entry = static_cast<std::size_t>(classes[row]);
        auto& labels = m_classes[entry];
        if (!m_step.class_plans[entry].is_drawn || labels.readers.empty()) {
            continue;
        }
        if (m_step.kind == Kind::Line) {
            add_lines(labels, pixels, batch, row);
        } else {
            add_points(labels, pixels, batch, row);
        }
    }
}

void LayerLabels::add_points(ClassLabels& labels, geometry::GeometryColumn const& pixels,
                             feature::FeatureBatch const& batch, std::size_t row)
{
    auto const box = pixels.box_of(row);
    label::Candidate candidate;
    candidate.carrier = carrier_of(m_step.kind);
    candidate.marker = labels.marker;
    candidate.priority = 0;
    for (auto& reader : labels.readers) {
        auto text = read(reader, batch, row);
        if (!text || (m_step.kind == Kind::Polygon &&
                      !fits(*reader.label, *text, std::min(box.width(), box.height())))) {
            continue;
        }
        if (candidate.priority == 0) {
            candidate.priority = priority_of(reader); // the first label speaks for all
        }
        candidate.texts.push_back(std::move(*text));
    }
    if (candidate.texts.empty()) {
        return;
    }
    if (m_step.kind == Kind::Polygon) {
        if (auto const anchor = m_label_points.find(pixels, row)) {
            candidate.anchor = *anchor;
            m_sheet.add(std::move(candidate));
        }
        return;
    }
    for (auto const& point : pixels.points_of(row)) {
        candidate.anchor = point;
        m_sheet.add(candidate);
    }
}

void LayerLabels::add_lines(ClassLabels& labels, geometry::GeometryColumn const& pixels,
                            feature::FeatureBatch const& batch, std::size_t row)
{
    for (auto& reader : labels.readers) {
        auto const text = read(reader, batch, row);
        if (!text) {
            continue;
        }
        for (auto const line : lines_of(pixels, row, reader.label->repeat_distance > 0)) {
            if (fits(*reader.label, *text, geometry::length(line))) {
                add_line(reader, *text, line, priority_of(reader));
            }
        }
    }
}

void LayerLabels::add_line(Reader const& reader, label::Text const& text,
                           std::span<Point const> line, int priority)
{
    auto const& label = *reader.label;
    if (label.angle_mode == mapfile::AngleMode::Follow && m_step.layer.label_cache &&
        line.size() > 2) {
        add_along(reader, text, line, priority);
        return;
    }
    double const repeat = label.repeat_distance * m_step.scaling.resolution_factor;
    for (auto const& point : label::line_points(line, repeat)) {
        label::Candidate candidate;
        candidate.anchor = point.at;
        candidate.carrier = label::Carrier::Line;
        candidate.priority = priority;
        candidate.texts.push_back(text);
        auto& placed_text = candidate.texts.front();
        if (label.angle_mode == mapfile::AngleMode::Auto2) {
            placed_text.angle_rad = point.angle_rad;
        } else if (label.angle_mode != mapfile::AngleMode::Fixed) {
            placed_text.angle_rad = label::readable(point.angle_rad);
        }
        m_sheet.add(std::move(candidate));
    }
}

bool LayerLabels::add_along(Reader const& reader, label::Text const& text,
                            std::span<Point const> line, int priority)
{
    auto const& label = *reader.label;
    auto const& scaling = m_step.scaling;
    constexpr double degree = 0.017453292519943295;
    auto const block =
        text::lay_out(text.text, {*text.fonts, text.size_px, text.line_height, text.align});
    bool const is_beside = std::abs(reader.last_values->offset_y) == perpendicular;
    label::PathSetting const setting{
        .size_px = text.size_px,
        .max_turn_rad = label.max_overlap_angle * degree,
        .buffer = text.buffer,
        .offset = is_beside ? reader.last_values->offset_x * scaling.factor : text.offset.y,
        .repeat_distance = label.repeat_distance * scaling.resolution_factor,
        .is_forced = label.force == mapfile::LabelForce::On};
    auto paths = label::set_along(line, block, setting);
    for (auto& path : paths) {
        label::Candidate candidate;
        candidate.carrier = label::Carrier::Line;
        candidate.priority = priority;
        candidate.texts.push_back(text);
        candidate.texts.front().along = std::make_shared<label::PathText const>(std::move(path));
        m_sheet.add(std::move(candidate));
    }
    return !paths.empty();
}

} // namespace ms::render
