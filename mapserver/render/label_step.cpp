// SPDX-License-Identifier: MIT
#include "render/label_step.hpp"

#include "base/error.hpp"
#include "geometry/measure.hpp"
#include "render/grid_stub.hpp"
#include "render/label_plan.hpp"
#include "source/grid/source.hpp"
#include "style/class_index.hpp"
#include "style/feature_style.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace ms::render {

namespace {

using geometry::Kind;
using geometry::Point;

label::Carrier carrier_of(Kind kind)
{
    return kind == Kind::Line      ? label::Carrier::Line
           : kind == Kind::Polygon ? label::Carrier::Polygon
                                   : label::Carrier::Point;
}

/// The style whose symbol keeps labels away: the first of a point layer's class.
mapfile::Style const* marker_style(VectorStep const& step, ClassPlan const& class_plan)
{
    return step.kind != Kind::Point || class_plan.style_indexes.empty()
               ? nullptr
               : &step.layer.classes[class_plan.class_index]
                      .styles[class_plan.style_indexes.front()];
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

text::Setting setting_of(label::Text const& text)
{
    return {*text.fonts, text.size_px, text.line_height, text.align};
}

bool covers(image::Bitmap const& mask, Point at)
{
    if (!(at.x >= 0 && at.y >= 0 && at.x < mask.width() && at.y < mask.height())) {
        return false;
    }
    auto const x = static_cast<std::size_t>(at.x);
    auto const y = static_cast<std::size_t>(at.y);
    return mask.view().pixels[(y * static_cast<std::size_t>(mask.width()) + x) * 4 + 3] != 0;
}

} // namespace

bool has_labels(VectorStep const& step)
{
    return step.style_column >= 0 ||
           std::ranges::any_of(step.class_plans, [](ClassPlan const& plan) {
               return plan.is_drawn && !plan.labels.empty();
           });
}

LayerLabels::LayerLabels(PlanState const& plan, VectorStep const& step, text::FontCache& fonts,
                         LabelSheet& sheet, image::Bitmap const* mask)
    : m_plan(plan), m_step(step), m_fonts(fonts), m_art(*plan.map, &fonts), m_sheet(sheet),
      m_mask(mask)
{
    if (has_world_labels(step.layer)) {
        m_world.emplace(plan.viewport);
    }
    for (auto const& class_plan : step.class_plans) {
        auto const& owner = step.layer.classes[class_plan.class_index];
        auto& labels = m_classes.emplace_back(labels_of(owner, marker_style(step, class_plan)));
        for (auto const& label_plan : class_plan.labels) {
            add_reader(labels, owner, owner.labels[label_plan.label_index]);
        }
    }
}

/// Without readers.
LayerLabels::ClassLabels LayerLabels::labels_of(mapfile::Class const& owner,
                                                mapfile::Style const* marker_style)
{
    ClassLabels labels;
    if (marker_style != nullptr) {
        labels.marker_binding.emplace(*marker_style, m_step.query.fields);
        labels.marker_style = marker_style;
        labels.marker = style::marker_room(m_art, *marker_style,
                                           style::constant_values(*marker_style), m_step.scaling);
    }
    labels.leader = plan_leader(owner);
    return labels;
}

void LayerLabels::add_reader(ClassLabels& labels, mapfile::Class const& owner,
                             mapfile::Label const& label) const
{
    labels.readers.push_back({&label,
                              {label, m_step.query.fields},
                              {m_step.layer, owner, label, m_step.query.fields},
                              {},
                              {}});
}

/// STYLEITEM: in place of those of the class. Those that cannot be read are counted where the
/// styles are.
LayerLabels::ClassLabels* LayerLabels::labels_of_feature(feature::FeatureBatch const& batch,
                                                         std::size_t row)
{
    auto const text = batch.attributes[static_cast<std::size_t>(m_step.style_column)][row];
    auto known = m_of_features.find(text);
    if (known == m_of_features.end()) {
        constexpr std::size_t most = 1000; // more would only be in the way
        if (m_of_features.size() >= most) {
            m_of_features.clear();
        }
        known = m_of_features.try_emplace(std::string{text}).first;
        auto& made = known->second;
        made.own = style::parse_feature_style(*m_plan.map, text).value_or(mapfile::Class{});
        try {
            read_feature_class(made);
        } catch (Error const&) { // an unknown attribute or a broken file: of this feature only
            made.labels.reset();
        }
    }
    return known->second.labels ? &*known->second.labels : nullptr;
}

void LayerLabels::read_feature_class(FeatureLabels& made)
{
    bool const has_marker = m_step.kind == Kind::Point && !made.own.styles.empty();
    made.labels.emplace(labels_of(made.own, has_marker ? &made.own.styles.front() : nullptr));
    for (auto const& label : made.own.labels) {
        if (style::is_in_scale(m_plan.viewport.scale_denominator, label.min_scale_denominator,
                               label.max_scale_denominator)) {
            add_reader(*made.labels, made.own, label);
            (void)open_fonts(label, label.font.value);
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
            without_cache(reader);
            reader.last_values = std::move(values);
        }
    }
    auto copy = reader.last;
    copy.text = std::move(text);
    return copy;
}

/// What is drawn at once is not placed: AUTO is the first position, and MapServer begins straight
/// text of lines at its anchor whatever POSITION and OFFSET say.
void LayerLabels::without_cache(Reader& reader) const
{
    if (m_step.layer.label_cache && !m_step.layer.post_label_cache) {
        return;
    }
    bool const is_straight = reader.label->angle_mode != mapfile::AngleMode::Follow;
    if (m_step.kind == Kind::Line && is_straight) {
        reader.last.position = label::Position::UR;
        reader.last.offset = {};
    } else if (reader.last.position == label::Position::Auto) {
        reader.last.position = label::Position::UR;
    }
}

std::optional<label::Leader> LayerLabels::plan_leader(mapfile::Class const& owner)
{
    if (!owner.leader || owner.leader->max_distance <= 0) {
        return std::nullopt;
    }
    LeaderLook look;
    for (auto const& style : owner.leader->styles) {
        look.push_back(style::make_symbolizers(m_art, style, style::constant_values(style),
                                               Kind::Line, m_step.scaling));
    }
    double const factor = m_step.scaling.factor;
    return label::Leader{.grid_step_px = owner.leader->grid_step * factor,
                         .max_distance_px = owner.leader->max_distance * factor,
                         .look = m_sheet.add_leader(std::move(look))};
}

void LayerLabels::put(label::Candidate candidate)
{
    if (m_mask != nullptr && !covers(*m_mask, candidate.anchor)) {
        return;
    }
    if (m_world) {
        candidate.anchor = m_world->snap(candidate.anchor);
        candidate.world_rank = m_world->rank(candidate.anchor, candidate.texts.front().text);
    }
    m_sheet.add(std::move(candidate));
}

int LayerLabels::priority_of(Reader const& reader) const
{
    return static_cast<int>(std::clamp(reader.last_values->priority, 1.0, 10.0));
}

/// MINFEATURESIZE, in pixels or as wide as the text. \param size of the feature
bool LayerLabels::fits(mapfile::Label const& label, label::Text const& text, double size) const
{
    if (label.min_feature_size_auto) {
        auto const setting = setting_of(text);
        return size >= text::least_width(text.text, setting) &&
               size >= text::lay_out(text.text, setting).box.width();
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
        if (!m_step.class_plans[entry].is_drawn) {
            continue;
        }
        auto* const found =
            m_step.style_column < 0 ? &m_classes[entry] : labels_of_feature(batch, row);
        if (found == nullptr || found->readers.empty()) {
            continue;
        }
        auto& labels = *found;
        if (m_step.layer.grid) {
            add_grid_line(labels, pixels, batch, row);
        } else if (m_step.kind == Kind::Line) {
            add_lines(labels, pixels, batch, row);
        } else {
            add_points(labels, pixels, batch, row);
        }
    }
}

std::optional<Point> LayerLabels::marker_of(ClassLabels& labels, feature::FeatureBatch const& batch,
                                            std::size_t row)
{
    if (!labels.marker_binding || labels.marker_binding->is_constant()) {
        return labels.marker;
    }
    return style::marker_room(m_art, *labels.marker_style,
                              labels.marker_binding->values(batch, row), m_step.scaling);
}

/// Points beside the picture, asked for because of their symbols, have no label in it (as in
/// MapServer), unless it may be cut or the world decides.
bool LayerLabels::may_label(Point anchor, label::Candidate const& candidate) const
{
    geometry::Box const picture{0, 0, static_cast<double>(m_plan.viewport.width),
                                static_cast<double>(m_plan.viewport.height)};
    return m_world || picture.contains(anchor) ||
           std::ranges::any_of(candidate.texts, &label::Text::may_be_cut);
}

void LayerLabels::add_points(ClassLabels& labels, geometry::GeometryColumn const& pixels,
                             feature::FeatureBatch const& batch, std::size_t row)
{
    auto const box = pixels.box_of(row);
    label::Candidate candidate;
    candidate.carrier = carrier_of(m_step.kind);
    candidate.marker = marker_of(labels, batch, row);
    candidate.leader = labels.leader;
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
            put(std::move(candidate));
        }
        return;
    }
    for (auto const& point : pixels.points_of(row)) {
        if (may_label(point, candidate)) {
            candidate.anchor = point;
            put(candidate);
        }
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
                add_line(labels, reader, *text, snapped(line), priority_of(reader));
            }
        }
    }
}

/// Graticules: at both ends that are seen.
void LayerLabels::add_grid_line(ClassLabels& labels, geometry::GeometryColumn const& pixels,
                                feature::FeatureBatch const& batch, std::size_t row)
{
    geometry::Box const frame{0, 0, m_plan.viewport.width - 1.0, m_plan.viewport.height - 1.0};
    bool const is_meridian = batch.ids[row].starts_with(source::grid::meridian);
    for (auto& reader : labels.readers) {
        auto const text = read(reader, batch, row);
        if (!text) {
            continue;
        }
        auto const box = text::lay_out(text->text, setting_of(*text)).box;
        auto const lines = lines_of(pixels, row, false);
        for (auto const edge : is_meridian ? std::array{Edge::Bottom, Edge::Top}
                                           : std::array{Edge::Left, Edge::Right}) {
            double const size = is_meridian ? box.height() : box.width();
            if (auto const stub = stub_of(lines.front(), edge, frame, size)) {
                add_line(labels, reader, *text, *stub, priority_of(reader));
            }
        }
    }
}

/// The line itself, or with its points on the world's grid.
std::span<Point const> LayerLabels::snapped(std::span<Point const> line)
{
    if (!m_world) {
        return line;
    }
    m_snapped.assign(line.begin(), line.end());
    for (auto& point : m_snapped) {
        point = m_world->snap(point);
    }
    return m_snapped;
}

void LayerLabels::add_line(ClassLabels const& labels, Reader const& reader, label::Text const& text,
                           std::span<Point const> line, int priority)
{
    if (reader.label->angle_mode == mapfile::AngleMode::Follow) {
        add_following(labels, reader, text, line, priority);
    } else {
        add_straight(labels, reader, text, line, priority);
    }
}

void LayerLabels::add_straight(ClassLabels const& labels, Reader const& reader,
                               label::Text const& text, std::span<Point const> line, int priority)
{
    auto const& label = *reader.label;
    double const repeat = label.repeat_distance * m_step.scaling.resolution_factor;
    // The last is placed first: the one in the middle, then outwards.
    for (auto const& point : label::outermost_first(label::line_points(line, repeat))) {
        label::Candidate candidate;
        candidate.anchor = point.at;
        candidate.carrier = label::Carrier::Line;
        candidate.leader = labels.leader;
        candidate.priority = priority;
        candidate.texts.push_back(text);
        auto& placed_text = candidate.texts.front();
        if (label.angle_mode == mapfile::AngleMode::Auto2) {
            placed_text.angle_rad = point.angle_rad;
        } else if (label.angle_mode != mapfile::AngleMode::Fixed) {
            placed_text.angle_rad = label::readable(point.angle_rad);
        }
        put(std::move(candidate));
    }
}

/// ANGLE FOLLOW: along the line, or beside it with OFFSET x 99. Along a single segment the text is
/// straight.
void LayerLabels::add_following(ClassLabels const& labels, Reader const& reader,
                                label::Text const& text, std::span<Point const> line, int priority)
{
    constexpr double across = 99; // OFFSET x 99 or x -99
    auto const& values = *reader.last_values;
    std::vector<Point> parallel;
    if (std::abs(values.offset_y) == across && values.offset_x != 0) {
        parallel = beside(line, text, values.offset_x * m_step.scaling.factor);
        line = parallel;
    }
    if (m_step.layer.label_cache && line.size() > 2) {
        add_along(reader, text, line, priority);
    } else {
        add_straight(labels, reader, text, line, priority);
    }
}

/// The longest piece of the line that far above (as the text is read; negative: below), and half
/// the SIZE of the text farther, so that its middle may lie on it.
std::vector<Point> LayerLabels::beside(std::span<Point const> line, label::Text const& text,
                                       double offset_px)
{
    double const distance = offset_px + std::copysign(text.drop, offset_px);
    bool const runs_right = line.front().x < line.back().x;
    if (!m_parallels) {
        m_parallels.emplace();
    }
    auto pieces = m_parallels->beside(line, runs_right ? -distance : distance);
    auto const longest = std::ranges::max_element(
        pieces, {}, [](auto const& piece) { return geometry::length(piece); });
    return longest == pieces.end() ? std::vector<Point>{} : std::move(*longest);
}

void LayerLabels::add_along(Reader const& reader, label::Text const& text,
                            std::span<Point const> line, int priority)
{
    auto const& label = *reader.label;
    auto const& scaling = m_step.scaling;
    constexpr double degree = 0.017453292519943295;
    bool const is_forced = label.force == mapfile::LabelForce::On;
    // Most roads of a city are shorter than their names: they cost no shaping.
    if (!is_forced && !label::is_long_enough(geometry::length(line),
                                             text::least_width(text.text, setting_of(text)))) {
        return;
    }
    auto const block = text::lay_out(text.text, setting_of(text));
    label::PathSetting const setting{.size_px = text.size_px,
                                     .drop = text.drop,
                                     .max_turn_rad = label.max_overlap_angle * degree,
                                     .buffer = text.buffer,
                                     .repeat_distance =
                                         label.repeat_distance * scaling.resolution_factor,
                                     .is_forced = is_forced};
    for (auto& path : label::set_along(line, block, setting)) {
        label::Candidate candidate;
        candidate.carrier = label::Carrier::Line;
        candidate.priority = priority;
        candidate.texts.push_back(text);
        candidate.anchor = path.glyphs.front().at;
        candidate.texts.front().along = std::make_shared<label::PathText const>(std::move(path));
        put(std::move(candidate));
    }
}

} // namespace ms::render
