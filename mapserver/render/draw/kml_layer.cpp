// SPDX-License-Identifier: MIT
#include "render/draw/kml_layer.hpp"

#include "base/error.hpp"
#include "image/encoder.hpp"
#include "paint/canvas.hpp"
#include "render/core/symbol_painter.hpp"
#include "render/draw/shape_transform.hpp"
#include "render/draw/step_frame.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ms::render {

namespace {

using geometry::Kind;
using geometry::Shape;

constexpr double largest_icon_px = 512;

/// As MapServer clips lines and areas of an image; points count within the extent.
geometry::Box clip_of(VectorStep const& step, Viewport const& view)
{
    if (step.kind == Kind::Point) {
        return view.extent;
    }
    return view.extent.grown(step.clip_px * std::max(view.cell_size_x, view.cell_size_y));
}

std::optional<image::Color> seen(mapfile::OptionalColor color, double opacity)
{
    auto const blended = style::with_opacity(color, opacity);
    return blended ? std::optional<image::Color>{*blended} : std::nullopt;
}

/// The opacity of the layer counts for what is opaque otherwise, as in MapServer.
std::optional<image::Color> seen_in(mapfile::Layer const& layer, mapfile::OptionalColor color,
                                    double opacity)
{
    auto found = seen(color, opacity);
    constexpr std::uint8_t opaque = 255;
    if (found && found->alpha == opaque) {
        found->alpha = kml_alpha(layer);
    }
    return found;
}

} // namespace

KmlLayer::KmlLayer(PlanState const& plan, VectorStep const& step, KmlFields const& fields,
                   std::int64_t max_features, Services const& services, KmlFile& file)
    : m_step(step), m_fields(fields.fields), m_items(fields.items), m_left(max_features),
      m_services(services), m_file(file), m_art(*plan.map, &services.fonts, services.symbol_files),
      m_class_index(step.classes, fields.fields, environment_of(step.layer, plan.viewport)),
      m_to_map(step.layer_crs, plan.viewport.crs),
      m_to_degrees(plan.viewport.crs, crs::parse("EPSG:4326")),
      m_cutter({}, cutting_box(step), geometry::Thinning::None),
      m_clipper({}, clip_of(step, plan.viewport), geometry::Thinning::None),
      m_geometry(kml_altitude_of(step.layer), *services.budget),
      m_own_classes(*plan.map, ogr_context_of(step.layer, plan.viewport))
{
    m_class_index.set_budget(*services.budget);
    for (auto const& class_plan : step.class_plans) {
        auto const& owner = step.layer.classes[class_plan.class_index];
        auto const& styles = class_plan.style_indexes;
        auto const& labels = class_plan.labels;
        m_readers.push_back(
            reader_of(owner, styles.empty() ? nullptr : &owner.styles[styles.front()],
                      labels.empty() ? nullptr : &owner.labels[labels.back().label_index]));
    }
}

KmlLayer::ClassReader KmlLayer::reader_of(mapfile::Class const& owner, mapfile::Style const* style,
                                          mapfile::Label const* label) const
{
    ClassReader reader{.scaling = m_step.scaling};
    if (style != nullptr) {
        reader.style = style;
        reader.binding.emplace(*style, m_fields, m_step.expressions,
                               style::color_space_of(m_step.layer));
    }
    if (label != nullptr) {
        reader.text.emplace(Text{label,
                                 {*label, m_fields, m_step.expressions},
                                 {m_step.layer, owner, *label, m_fields, m_step.expressions}});
    }
    return reader;
}

/// Of the class that the feature brings, if the layer has a STYLEITEM.
KmlLayer::ClassReader& KmlLayer::reader_of(feature::FeatureBatch const& batch, std::size_t row,
                                           std::size_t entry)
{
    if (m_step.style_column < 0) {
        return m_readers[entry];
    }
    auto const own =
        m_own_classes.read(batch.attributes[static_cast<std::size_t>(m_step.style_column)][row]);
    return m_own_readers.find(own, [&] {
        try {
            auto const& drawn = own->drawn;
            auto reader = reader_of(drawn, drawn.styles.empty() ? nullptr : &drawn.styles.front(),
                                    drawn.labels.empty() ? nullptr : &drawn.labels.back());
            reader.scaling = scaling_of(*own, m_step.scaling);
            return reader;
        } catch (Error const&) { // an unknown attribute: of this text only
            return ClassReader{};
        }
    });
}

void KmlLayer::to_degrees(geometry::GeometryColumn& geometry)
{
    if (m_step.is_reprojected) {
        if (m_step.kind != Kind::Point) {
            m_cutter.run(geometry, m_cut);
            std::swap(geometry, m_cut);
        }
        (void)m_to_map.forward(geometry.points);
    }
    m_clipper.run(geometry, m_cut);
    std::swap(geometry, m_cut);
    (void)m_to_degrees.forward(geometry.points);
}

bool KmlLayer::add(feature::FeatureBatch& batch)
{
    m_class_index.classify(batch, m_rounds);
    to_degrees(batch.geometry);
    for (std::size_t row = 0; row < batch.size() && m_left > 0; ++row) {
        m_services.budget->work();
        if (batch.geometry.kinds[row] == Kind::None) {
            continue;
        }
        bool is_written = false;
        for (auto const& classes : m_rounds) {
            auto const entry = static_cast<std::size_t>(classes[row]);
            if (classes[row] != style::ClassIndex::no_class && m_step.class_plans[entry].is_drawn) {
                write(batch, row, entry);
                is_written = true;
            }
        }
        m_left -= is_written ? 1 : 0;
        m_number += is_written ? 1 : 0;
    }
    return m_left > 0;
}

KmlLayer::Texts KmlLayer::read_text(ClassReader& reader, feature::FeatureBatch const& batch,
                                    std::size_t row)
{
    if (!reader.text || !reader.text->text_of.is_requested(batch, row)) {
        return {};
    }
    auto& text_of = reader.text->text_of;
    Texts texts{text_of.lines(text_of.text(batch, row)), {}};
    if (!texts.text.empty()) {
        auto const color = reader.text->binding.values(batch, row).color;
        texts.color = seen_in(m_step.layer, color, 100)
                          .value_or(image::Color{0, 0, 0, kml_alpha(m_step.layer)});
    }
    return texts;
}

KmlLook KmlLayer::look_of(ClassReader& reader, feature::FeatureBatch const& batch, std::size_t row)
{
    KmlLook look;
    if (!reader.binding) {
        return look;
    }
    auto const values = reader.binding->values(batch, row);
    if (m_step.kind == Kind::Point) {
        look.icon = icon_of(reader, values);
        return look;
    }
    auto const color = seen_in(m_step.layer, values.color, values.opacity);
    auto const outline = seen_in(m_step.layer, values.outline_color, values.opacity);
    auto const line = m_step.kind == Kind::Polygon ? outline : color ? color : outline;
    if (m_step.kind == Kind::Polygon) {
        look.area = color;
    }
    if (line) {
        auto const& scaling = reader.scaling;
        auto const& style = *reader.style;
        look.line = {
            *line,
            std::clamp(values.width * scaling.factor, style.min_width * scaling.resolution_factor,
                       std::max(style.min_width, style.max_width) * scaling.resolution_factor)};
    }
    return look;
}

std::optional<KmlIcon> KmlLayer::icon_of(ClassReader const& reader,
                                         style::StyleValues const& values)
{
    auto const symbols =
        style::make_symbolizers(m_art, *reader.style, values, Kind::Point, reader.scaling);
    if (!symbols.marker) {
        return std::nullopt;
    }
    auto const& symbol = values.symbol;
    auto const color = seen(values.color, values.opacity);
    auto const outline = seen(values.outline_color, values.opacity);
    auto const& marker = *symbols.marker;
    // MapServer's name tells the size as a multiple of the symbol's own, and no outline.
    auto const id =
        fmt::format("{}_{:.1f}", symbol.name.empty() ? std::to_string(symbol.index) : symbol.name,
                    marker.size_px / marker.natural_height) +
        (color ? '_' + kml_color(*color) : "");
    auto const look = fmt::format("{} {} {:g} {:g}", id, outline ? kml_color(*outline) : "",
                                  values.width, values.angle);
    auto const name = m_file.icon_name(look, id);
    return KmlIcon{name, m_file.image(name, [&] { return draw_icon(symbols); })};
}

std::vector<std::uint8_t> KmlLayer::draw_icon(style::Symbolizers const& symbols) const
{
    double const reach = std::clamp(std::ceil(symbols.reach_px) + 1, 1.0, largest_icon_px / 2);
    int const side = static_cast<int>(2 * reach) + 1;
    auto const canvas = paint::find_canvas("AGG")->make({.width = side, .height = side});
    geometry::GeometryColumn middle;
    middle.points.push_back({reach, reach});
    middle.end_ring();
    middle.end_part();
    middle.end_feature(Kind::Point);
    SymbolPainter painter{*canvas, {side, side, {}}, m_services.budget};
    painter.paint(middle, 0, symbols, Pass::All);
    return image::find_encoder("PNG")->encode(canvas->finish().view(), {.has_alpha = true});
}

/// As MapServer, of the source; else the number of the placemark.
std::string KmlLayer::id_of(feature::FeatureBatch const& batch, std::size_t row) const
{
    return row < batch.ids.size() ? std::string{batch.ids[row]} : std::to_string(m_number);
}

void KmlLayer::write(feature::FeatureBatch const& batch, std::size_t row, std::size_t entry)
{
    auto& reader = reader_of(batch, row, entry);
    auto const texts = read_text(reader, batch, row);
    auto look = look_of(reader, batch, row);
    look.text = texts.color;
    if (look.is_empty()) {
        return;
    }
    auto& out = m_file.folder();
    auto name = texts.text;
    if (name.empty()) {
        name = m_items.name(batch, row);
    }
    if (name.empty()) {
        name = fmt::format("{}.{}", m_step.layer.name, id_of(batch, row));
    }
    out.open("Placemark").element("name", name);
    out.element("styleUrl", '#' + m_file.style_of(look));
    auto const description = m_items.description(batch, row);
    if (!description.empty()) {
        out.element("description", description);
    }
    m_items.write_data(out, batch, row);
    bool const is_outline = m_step.kind == Kind::Polygon && !look.area;
    auto const bytes =
        m_geometry.write(out, Shape{&batch.geometry, row},
                         {.kind = is_outline ? Kind::Line : m_step.kind,
                          .has_label = m_step.kind != Kind::Point && look.text.has_value(),
                          .elevation = m_items.elevation(batch, row)});
    out.close();
    std::size_t attributes = 0;
    for (auto const& column : batch.attributes) {
        attributes += column[row].size();
    }
    m_file.keep(bytes + 2 * attributes + 2 * description.size() + 500);
}

} // namespace ms::render
