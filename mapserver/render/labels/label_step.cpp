// SPDX-License-Identifier: MIT
#include "render/labels/label_step.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "render/plan/label_plan.hpp"
#include "style/class_index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

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

/// The style whose symbol labels must avoid: the first of a point layer's class, even where it is
/// out of scale, as in MapServer. Null for a class without labels, whose plan does not read the
/// attributes of such a style.
mapfile::Style const* marker_style(VectorStep const& step, ClassPlan const& class_plan)
{
    auto const& styles = step.layer.classes[class_plan.class_index].styles;
    bool const is_avoided =
        step.kind == Kind::Point && !class_plan.labels.empty() && !styles.empty();
    return is_avoided ? &styles.front() : nullptr;
}

int clamped_priority(double priority)
{
    return static_cast<int>(std::clamp(priority, 1.0, 10.0));
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
                         LabelSheet& sheet, style::ImageSize const& image,
                         image::Bitmap const* mask)
    : m_plan(plan), m_step(step), m_fonts(fonts), m_art(*plan.map, &fonts), m_sheet(sheet),
      m_image(image), m_mask(mask)
{
    m_art.set_budget(&m_sheet.budget());
    if (step.has_world_labels) {
        m_world.emplace(plan.viewport);
    }
    for (auto const& class_plan : step.class_plans) {
        auto const& owner = step.layer.classes[class_plan.class_index];
        auto& labels =
            m_classes.emplace_back(labels_of(owner, marker_style(step, class_plan), step.scaling));
        for (auto const& label_plan : class_plan.labels) {
            add_reader(labels, owner, owner.labels[label_plan.label_index]);
        }
    }
}

/// Without readers.
LayerLabels::ClassLabels LayerLabels::labels_of(mapfile::Class const& owner,
                                                mapfile::Style const* marker_style,
                                                style::Scaling const& scaling)
{
    ClassLabels labels{.scaling = scaling};
    if (marker_style != nullptr) {
        labels.marker_binding.emplace(*marker_style, m_step.query.fields, m_step.expressions);
        labels.marker_style = marker_style;
        labels.marker = style::marker_room(m_art, *marker_style,
                                           style::constant_values(*marker_style), scaling);
    }
    labels.leader = plan_leader(owner, scaling);
    if (!owner.labels.empty() && owner.labels.front().priority.is_constant()) {
        labels.first_priority = clamped_priority(owner.labels.front().priority.value);
    }
    return labels;
}

void LayerLabels::add_reader(ClassLabels& labels, mapfile::Class const& owner,
                             mapfile::Label const& label) const
{
    auto const& fields = m_step.query.fields;
    auto const& expressions = m_step.expressions;
    labels.readers.push_back({&label,
                              labels.scaling,
                              {label, fields, expressions},
                              {m_step.layer, owner, label, fields, expressions},
                              {},
                              {}});
}

/// STYLEITEM: in place of those of the class.
LayerLabels::ClassLabels* LayerLabels::labels_of_feature(FeatureClass const& own)
{
    auto& labels = m_own_labels.find(own, [&]() -> std::optional<ClassLabels> {
        try {
            return labels_of_own(*own);
        } catch (Error const&) { // an unknown attribute or a broken file: of this feature only
            ++m_unreadable;
            return std::nullopt;
        }
    });
    return labels ? &*labels : nullptr;
}

LayerLabels::ClassLabels LayerLabels::labels_of_own(style::FeatureStyle const& own)
{
    auto const& drawn = own.drawn;
    bool const has_marker = m_step.kind == Kind::Point && !drawn.styles.empty();
    auto labels = labels_of(drawn, has_marker ? &drawn.styles.front() : nullptr,
                            scaling_of(own, m_step.scaling));
    for (auto const& label : drawn.labels) {
        if (style::is_in_scale(m_plan.viewport.scale_denominator, label.min_scale_denominator,
                               label.max_scale_denominator)) {
            add_reader(labels, drawn, label);
            (void)open_fonts(label, label.font.value);
        }
    }
    return labels;
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
            // MapServer names the file, too: for clients its key in the FONTSET is enough.
            throw PublicError{ErrorKind::BadMapfile,
                              fmt::format("{}: LABEL: FONT \"{}\": {}", m_plan.map->where(label.at),
                                          names, error.what()),
                              fmt::format("msGetFontFace(): General error message. Freetype was "
                                          "unable to load font file for key \"{}\"",
                                          names)};
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
    if (!reader.text_of.is_requested(batch, row)) {
        return std::nullopt;
    }
    auto unwrapped = reader.text_of.text(batch, row);
    auto text = reader.text_of.lines(unwrapped);
    text.resize(text::legible(text).size());
    // MapServer draws symbols of a LABEL without text at points and in areas, but not on lines.
    if (text.empty() && (reader.label->styles.empty() || m_step.kind == Kind::Line)) {
        return std::nullopt;
    }
    if (!reader.last_values || !reader.binding.is_constant()) {
        auto values = turned(reader.binding.values(batch, row));
        if (!reader.last_values ||
            values != *reader.last_values) { // neighbours often have the same values
            auto look =
                style::make_label_look(m_art, *reader.label, values, reader.scaling, m_image);
            reader.last = style::make_label_text(*reader.label, values, look, reader.scaling);
            if (begins_at_anchor(reader)) { // as MapServer, which draws no STYLE of such a LABEL
                look.symbols.clear();
                reader.last.boxes.clear();
            }
            reader.last.look = m_sheet.add(std::move(look));
            without_cache(reader);
            reader.last_values = std::move(values);
        }
    }
    auto copy = reader.last;
    // A font that is not there is missed by a text only, as in MapServer; not by a symbol.
    copy.fonts = open_fonts(*reader.label, text.empty() ? "" : reader.last_values->font);
    if (unwrapped != text) {
        copy.unwrapped = std::move(unwrapped);
    }
    copy.text = std::move(text);
    return copy;
}

/// MapServer turns labels at points that have an ANGLE with the map; others stay upright.
style::LabelValues LayerLabels::turned(style::LabelValues values) const
{
    if (values.angle != 0 && m_step.kind != Kind::Line) {
        values.angle -= m_plan.viewport.angle_rad * 180 / std::numbers::pi;
    }
    return values;
}

/// Whether the last baseline begins at the anchor: straight text of lines that is drawn at once.
bool LayerLabels::begins_at_anchor(Reader const& reader) const
{
    return !caches_labels(m_step.layer) && m_step.kind == Kind::Line &&
           reader.label->angle_mode != mapfile::AngleMode::Follow;
}

/// Labels that are drawn at once are not placed: AUTO is the first position, without OFFSET, no
/// symbol of the LABEL pushes its text away, and MapServer starts straight text of lines at its
/// anchor, with its baseline, regardless of POSITION and OFFSET.
void LayerLabels::without_cache(Reader& reader) const
{
    if (caches_labels(m_step.layer)) {
        return;
    }
    reader.last.symbol_size = {};
    bool const is_auto = reader.last.position == label::Position::Auto;
    if (begins_at_anchor(reader)) {
        reader.last.placing = label::Placing::OnBaseline;
    }
    if (is_auto || begins_at_anchor(reader)) {
        reader.last.position = label::Position::UR;
    }
    if (is_auto) {
        reader.last.offset = {};
    }
}

std::optional<label::Leader> LayerLabels::plan_leader(mapfile::Class const& owner,
                                                      style::Scaling const& scaling)
{
    if (!owner.leader || owner.leader->max_distance <= 0) {
        return std::nullopt;
    }
    LeaderLook look;
    for (auto const& style : owner.leader->styles) {
        look.push_back(style::make_symbolizers(m_art, style, style::constant_values(style),
                                               Kind::Line, scaling));
    }
    // As in MapServer, distances are pixels whatever the RESOLUTION and scale; the line is scaled.
    return label::Leader{.grid_step_px = static_cast<double>(owner.leader->grid_step),
                         .max_distance_px = static_cast<double>(owner.leader->max_distance),
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
    return clamped_priority(reader.last_values->priority);
}

/// MINFEATURESIZE, in pixels or as wide as the text. \param size of the feature
bool LayerLabels::fits(mapfile::Label const& label, label::Text const& text, double size) const
{
    if (label.min_feature_size_auto) {
        auto const setting = text.setting();
        return size >= text::min_width(text.text, setting) &&
               size >= text::lay_out(text.text, setting).box.width();
    }
    return label.min_feature_size <= 0 ||
           size >= label.min_feature_size * m_step.scaling.resolution_factor;
}

void LayerLabels::add(geometry::GeometryColumn const& pixels,
                      std::vector<std::int32_t> const& classes, feature::FeatureBatch const& batch,
                      std::span<FeatureClass const> own_classes)
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
            m_step.style_column < 0 ? &m_classes[entry] : labels_of_feature(own_classes[row]);
        if (found == nullptr || found->readers.empty()) {
            continue;
        }
        m_sheet.budget().work(); // texts may be long even if no label results
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

/// What is drawn at once does not keep off its marker, as in MapServer.
std::optional<Point> LayerLabels::marker_of(ClassLabels& labels, feature::FeatureBatch const& batch,
                                            std::size_t row)
{
    if (!caches_labels(m_step.layer)) {
        return std::nullopt;
    }
    if (!labels.marker_binding || labels.marker_binding->is_constant()) {
        return labels.marker;
    }
    return style::marker_room(m_art, *labels.marker_style,
                              labels.marker_binding->values(batch, row), labels.scaling);
}

/// Points outside the image, fetched because of their symbols, have no label in it (as in
/// MapServer), unless the label may be cut or is anchored in the world.
bool LayerLabels::may_label(Point anchor, label::Candidate const& candidate) const
{
    geometry::Box const image{0, 0, static_cast<double>(m_plan.viewport.width),
                              static_cast<double>(m_plan.viewport.height)};
    return m_world || image.contains(anchor) ||
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
    auto const size = std::min(box.width(), box.height());
    for (auto& reader : labels.readers) {
        auto text = read(reader, batch, row);
        // Of an area the first label's MINFEATURESIZE counts for all, as in MapServer; AUTO is each
        // label's own.
        auto const* const first = labels.readers.front().label;
        auto const* const limit = reader.label->min_feature_size_auto ? reader.label : first;
        bool const is_limited = limit == reader.label || !first->min_feature_size_auto;
        if (!text || (m_step.kind == Kind::Polygon && is_limited && !fits(*limit, *text, size))) {
            continue;
        }
        if (candidate.priority == 0) {
            candidate.priority = labels.first_priority.value_or(priority_of(reader));
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

bool caches_labels(mapfile::Layer const& layer)
{
    return layer.label_cache && !layer.post_label_cache &&
           !equals_ignoring_case(layer.style_item, "AUTO");
}

} // namespace ms::render
