// SPDX-License-Identifier: MIT
#include "render/draw/point_raster_step.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "base/trace.hpp"
#include "crs/transformation.hpp"
#include "render/draw/point_raster.hpp"
#include "render/plan/layer_plan.hpp"
#include "render/plan/plan.hpp"
#include "source/layer_error.hpp"
#include "source/registry.hpp"
#include "style/binding.hpp"
#include "style/raster_colors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace ms::render {

namespace {

/// Of a point in a list that has doubled its memory.
constexpr std::size_t point_bytes = 2 * sizeof(WeightedPoint);
constexpr std::size_t max_idw_points = 20'000; // each pixel reads all of them

[[noreturn]] void fail(PlanState const& plan, VectorStep const& step, std::string const& what)
{
    throw source::LayerError{ErrorKind::BadMapfile,
                             fmt::format("layer \"{}\": {} ({})", step.layer.name, what,
                                         plan.map->where(step.layer.connection_at)),
                             step.layer.name, source::general_cause(ErrorKind::BadMapfile)};
}

std::vector<mapfile::Layer const*> point_layers(PlanState const& plan, VectorStep const& step)
{
    auto const& name = step.layer.connection;
    std::vector<mapfile::Layer const*> layers;
    for (auto const& layer : plan.map->layers) {
        bool const is_named = equals_ignoring_case(layer.name, name);
        if (!name.empty() && (is_named || equals_ignoring_case(layer.group, name))) {
            if (layer.type != mapfile::LayerType::Point) {
                fail(plan, step, "CONNECTION names a layer that is not of TYPE POINT");
            }
            layers.push_back(&layer);
        }
    }
    if (layers.empty()) {
        fail(plan, step, "CONNECTION names no layer");
    }
    return layers;
}

/// The layer with a STYLE in each class, and a class if it has none: points count even if the layer
/// itself would draw nothing.
std::shared_ptr<mapfile::Layer const> counted(std::shared_ptr<mapfile::Layer const> layer)
{
    auto const lacks_styles = [](mapfile::Class const& of) { return of.styles.empty(); };
    if (!layer->classes.empty() && std::ranges::none_of(layer->classes, lacks_styles)) {
        return layer;
    }
    auto copy = std::make_shared<mapfile::Layer>(*layer);
    if (copy->classes.empty()) {
        copy->classes.emplace_back();
    }
    for (auto& of : copy->classes) {
        if (of.styles.empty()) {
            of.styles.emplace_back().color.value = image::Color{};
        }
    }
    return copy;
}

/// The view with its surroundings.
Viewport grown(Viewport view, int border)
{
    view.width += 2 * border;
    view.height += 2 * border;
    view.extent = {view.extent.min_x - border * view.cell_size_x,
                   view.extent.min_y - border * view.cell_size_y,
                   view.extent.max_x + border * view.cell_size_x,
                   view.extent.max_y + border * view.cell_size_y};
    return view;
}

/// The points of one layer.
class PointReader {
public:
    PointReader(PlanState const& plan, Viewport const& view, Services const& services,
                std::vector<WeightedPoint>& points)
        : m_plan(plan), m_view(view), m_services(services), m_points(points)
    {}

    void read(mapfile::Layer const& layer)
    {
        std::vector<std::string> notes;
        auto points = prepared(*m_plan.map, layer, m_view, m_plan.substitutions, notes);
        points.layer = counted(std::move(points.layer));
        LayerChoice const choice{.layer =
                                     static_cast<std::size_t>(&layer - m_plan.map->layers.data()),
                                 .class_group = {},
                                 .filter = {}};
        auto const step = plan_layer(*m_plan.map, std::move(points), m_view, choice, notes,
                                     {.has_no_labels = true});
        if (!step) {
            return;
        }
        bind(*step);
        auto const source = source::open_source(*m_plan.map, step->layer, m_services);
        auto const cursor = source->start(step->query);
        crs::Transformation const to_map{step->layer_crs, m_view.crs};
        style::ClassIndex classes{step->classes, step->query.fields};
        classes.set_budget(*m_services.budget);
        std::vector<std::int32_t> numbers;
        feature::FeatureBatch batch;
        while (cursor->next(batch)) {
            (void)to_map.forward(batch.geometry.points);
            if (!step->layer.classes.empty()) {
                classes.classify(batch, numbers);
            }
            for (std::size_t row = 0; row < batch.size(); ++row) {
                m_services.budget->work();
                auto const number = step->layer.classes.empty() ? -1 : numbers[row];
                if (number >= 0 || step->layer.classes.empty()) {
                    add(batch, row, weight_of(batch, row, number));
                }
            }
        }
    }

private:
    /// SIZE of the first style of each class.
    void bind(VectorStep const& step)
    {
        m_bindings.clear();
        for (auto const& entry : step.classes.entries()) {
            auto const& styles = step.layer.classes[entry.index].styles;
            auto& binding = m_bindings.emplace_back();
            if (!styles.empty()) {
                binding.emplace(styles.front(), step.query.fields, step.expressions);
            }
        }
    }

    double weight_of(feature::FeatureBatch const& batch, std::size_t row, std::int32_t number)
    {
        if (number < 0 || !m_bindings[static_cast<std::size_t>(number)]) {
            return 1;
        }
        double const size = m_bindings[static_cast<std::size_t>(number)]->values(batch, row).size;
        return std::isfinite(size) && size > 0 ? size : size == 0 ? 0 : 1;
    }

    void add(feature::FeatureBatch const& batch, std::size_t row, double weight)
    {
        for (auto const& point : batch.geometry.points_of(row)) {
            double const x = std::floor((point.x - m_view.extent.min_x) / m_view.cell_size_x + 0.5);
            double const y = std::floor((m_view.extent.max_y - point.y) / m_view.cell_size_y + 0.5);
            if (!(x >= 0 && y >= 0 && x < m_view.width && y < m_view.height)) {
                continue;
            }
            m_services.budget->keep(point_bytes);
            m_points.push_back({static_cast<int>(x), static_cast<int>(y), weight});
        }
    }

    PlanState const& m_plan;
    Viewport const& m_view;
    Services const& m_services;
    std::vector<WeightedPoint>& m_points;
    std::vector<std::optional<style::StyleBinding>> m_bindings;
};

/// The bytes of the image, from the result with its borders.
std::vector<std::uint8_t> computed(std::vector<WeightedPoint> const& points, Viewport const& view,
                                   InterpolationSettings const& settings, Services const& services)
{
    auto const width = static_cast<std::size_t>(view.width);
    std::vector<std::uint8_t> bytes(width * static_cast<std::size_t>(view.height));
    if (settings.is_density) {
        std::vector<float> sums(bytes.size());
        for (auto const& point : points) {
            sums[static_cast<std::size_t>(point.y) * width + static_cast<std::size_t>(point.x)] +=
                static_cast<float>(point.weight);
        }
        kernel_density(sums, view.width, view.height, settings, bytes, *services.budget);
        return bytes;
    }
    if (points.size() > max_idw_points) {
        throw Error{ErrorKind::Limit, "too many points for IDW"};
    }
    for (int y = 0; y < view.height; ++y) {
        services.budget->work();
        inverse_distance_row(points, y, settings,
                             std::span{bytes}.subspan(static_cast<std::size_t>(y) * width, width),
                             *services.budget);
    }
    return bytes;
}

} // namespace

void draw_point_raster_step(PlanState const& plan, VectorStep const& step, Services const& services,
                            paint::Canvas& canvas)
{
    auto settings = [&] {
        try {
            return interpolation_settings(step.layer);
        } catch (PublicError const& error) {
            throw source::LayerError{
                error.kind(), fmt::format("{} ({})", error.what(), plan.map->where(step.layer.at)),
                source::not_drawn(step.layer.name, error.public_text())};
        }
    }();
    auto const& own = plan.viewport;
    if (settings.radius_px == 0) {
        settings.radius_px = std::max(own.width, own.height);
    }
    constexpr int widest_border = 1024;
    int const border =
        settings.has_borders
            ? std::min(widest_border, static_cast<int>(std::ceil(settings.radius_px)))
            : 0;
    auto const view = grown(own, border);
    auto const pixels =
        static_cast<std::size_t>(view.width) * static_cast<std::size_t>(view.height);
    constexpr std::size_t bytes_of_pixel = sizeof(float) + 1 + 4;
    services.budget->keep(pixels * bytes_of_pixel);
    std::vector<WeightedPoint> points;
    PointReader reader{plan, view, services, points};
    for (auto const* const layer : point_layers(plan, step)) {
        reader.read(*layer);
    }
    Timed const timed{services.trace, Stage::Raster};
    auto const bytes = computed(points, view, settings, services);
    raster::Header header;
    header.levels = {{view.width, view.height}};
    header.blocks = header.levels;
    header.bands.emplace_back();
    style::RasterColors colors{step.layer, *step.raster, step.classes, header, [](int) {
                                   return style::ScaleRange{0, 255};
                               }};
    image::Bitmap image{view.width, view.height};
    std::vector<double> numbers;
    if (colors.reads_bytes()) {
        colors.paint(bytes, {}, image.pixels());
    } else {
        numbers.assign(bytes.begin(), bytes.end());
        colors.paint(numbers, {}, image.pixels());
    }
    canvas.draw_image(image.view(), {-1.0 * border, -1.0 * border}, 1);
    services.budget->release(pixels * bytes_of_pixel + points.size() * point_bytes);
}

} // namespace ms::render
