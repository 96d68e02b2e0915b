// SPDX-License-Identifier: MIT
#include "render/query/raster_pick.hpp"

#include "base/deadline_check.hpp"
#include "base/error.hpp"
#include "base/string.hpp"
#include "crs/transformation.hpp"
#include "raster/level.hpp"
#include "render/draw/raster_frame.hpp"
#include "render/plan/layer_plan.hpp"
#include "render/query/pick_target.hpp"
#include "source/layer_error.hpp"
#include "source/raster/files.hpp"
#include "source/raster/tile_index.hpp"
#include "style/raster_colors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace ms::render {

namespace {

using geometry::Box;
using geometry::Point;

constexpr std::int64_t default_max_result = 1'000'000;
/// Samples that are read at once.
constexpr std::size_t max_pick_samples = std::size_t{1} << 20U;

std::int64_t max_result_of(mapfile::Layer const& layer)
{
    auto const text = layer.processing_value("RASTER_QUERY_MAX_RESULT");
    auto const number = text ? parse_int(trim(*text)) : std::nullopt;
    return number && *number >= 0 ? *number : default_max_result;
}

/// In MapServer's forms.
std::string text_of(double value, raster::SampleType type)
{
    switch (type) {
    case raster::SampleType::Float32:
        return fmt::format("{:.8g}", value);
    case raster::SampleType::Other:
        return fmt::format("{:.12g}", value);
    default:
        return fmt::format("{:.0f}", value);
    }
}

/// Maps the pixels of one file to the map.
class PixelPlaces {
public:
    PixelPlaces(raster::GeoTransform const& to_world, crs::Definition const& file_crs,
                Viewport const& view)
        : m_to_world(to_world), m_from_world(inverted(to_world)), m_to_map(file_crs, view.crs)
    {}

    [[nodiscard]] bool is_usable() const noexcept { return m_from_world.has_value(); }

    /// Transforms positions of the file to the map, in place; NaN without an image.
    void to_map(std::vector<Point>& positions) const
    {
        auto const& t = m_to_world;
        for (auto& p : positions) {
            p = {t[0] + p.x * t[1] + p.y * t[2], t[3] + p.x * t[4] + p.y * t[5]};
        }
        m_to_map.forward(positions);
    }

    /// The file's pixel position of a point of the map.
    [[nodiscard]] Point position(Point point) const
    {
        std::array points{point};
        m_to_map.inverse(points);
        return to_position(points[0]);
    }

    /// The box of positions that a box of the map has in the file; nullopt if it has none.
    [[nodiscard]] std::optional<Box> positions(Box const& on_map) const
    {
        auto const box = m_to_map.inverse(on_map);
        if (box.is_empty()) {
            return std::nullopt;
        }
        auto const first = to_position({box.min_x, box.min_y});
        Box found{first.x, first.y, first.x, first.y};
        found.extend(to_position({box.max_x, box.min_y}));
        found.extend(to_position({box.min_x, box.max_y}));
        found.extend(to_position({box.max_x, box.max_y}));
        return found;
    }

    /// Half the diagonal of the pixel at a position, on the map.
    [[nodiscard]] double half_diagonal(Point position) const
    {
        Point const corner{std::floor(position.x), std::floor(position.y)};
        std::vector<Point> corners{corner, {corner.x + 1, corner.y + 1}};
        to_map(corners);
        return std::hypot(corners[1].x - corners[0].x, corners[1].y - corners[0].y) / 2;
    }

private:
    [[nodiscard]] Point to_position(Point world) const
    {
        auto const& t = *m_from_world;
        double const x = world.x - t[0];
        double const y = world.y - t[3];
        return {x * t[1] + y * t[2], x * t[4] + y * t[5]};
    }

    raster::GeoTransform m_to_world;
    std::optional<raster::GeoTransform> m_from_world;
    crs::Transformation m_to_map;
};

/// The hits in one file: pixels of rows that are read one after another.
struct Rows {
    raster::Window window;
    std::vector<Point> places; ///< centres on the map
    std::vector<double> values, samples;
    std::vector<std::uint8_t> mask;
    std::vector<style::PixelFacts> facts;
};

class RasterPick final : public PendingPick {
public:
    RasterPick(mapfile::Map const& map, Viewport const& view, LayerChoice const& choice,
               PickRequest const& request, mapfile::Layer definition, Services const& services,
               Budget& budget)
        : m_map(map), m_view(view), m_requested(request), m_services(services), m_budget(budget),
          m_target(request, definition, view), m_go_on(DeadlineCheck{services.deadline})
    {
        std::vector<std::string> notes;
        m_picked.layer = choice.layer;
        m_picked.crs = layer_crs(map, definition, view);
        m_to_map = crs::Transformation{m_picked.crs, view.crs};
        m_picked.definition = definition;
        if (auto step = plan_layer(map, std::move(definition), view, choice, notes)) {
            m_step.emplace(std::move(*step));
        }
        auto const bound = max_result_of(m_picked.definition);
        m_limit = request.max_features < 0 ? bound : std::min(bound, request.max_features);
    }

    PickedLayer finish(std::size_t& kept_bytes) override
    {
        bool const is_by_place = !std::holds_alternative<ByFilter>(m_requested.where) &&
                                 !std::holds_alternative<ById>(m_requested.where);
        if (m_step && is_by_place) {
            m_kept_bytes = &kept_bytes;
            try {
                search();
            } catch (source::LayerError const&) {
                throw;
            } catch (PublicError const& error) {
                throw source::LayerError{
                    error.kind(), "layer \"" + m_step->layer.name + "\": " + error.what(),
                    source::not_drawn(m_step->layer.name, error.public_text()), error.where()};
            } catch (Error const& error) {
                if (error.kind() == ErrorKind::Limit) {
                    throw;
                }
                throw source::LayerError{error.kind(),
                                         "layer \"" + m_step->layer.name + "\": " + error.what(),
                                         m_step->layer.name, source::general_cause(error.kind())};
            }
        }
        return std::move(m_picked);
    }

private:
    void search()
    {
        auto box = m_step->query.box;
        if (auto const target = m_target.box(); target && box) {
            auto const in_query = crs::Transformation{crs_of_box(), m_view.crs}.inverse(*target);
            box = in_query.is_empty() ? box : std::optional{in_query};
        }
        auto const files =
            source::raster::files_of(m_map, m_step->layer, box, m_services, m_step->query.filter);
        for (auto const& file : files) {
            if (!is_full()) {
                search_file(file);
            }
        }
    }

    /// That of the index where PROJECTION AUTO leaves the layer without one.
    [[nodiscard]] crs::Definition crs_of_box() const
    {
        return m_step->layer.projection.is_auto()
                   ? source::raster::crs_of_index(m_map, m_step->layer)
                   : m_step->layer_crs;
    }

    void search_file(source::raster::RasterPath const& path)
    {
        auto const opened = source::raster::open_file(m_map, m_step->layer, path.path, m_services);
        auto const& header = opened.file->header();
        bool const is_placed = m_step->layer.transform == mapfile::Transform::True;
        raster::GeoTransform const on_image{m_view.extent.min_x - m_view.cell_size_x / 2,
                                            m_view.cell_size_x,
                                            0,
                                            m_view.extent.max_y + m_view.cell_size_y / 2,
                                            0,
                                            -m_view.cell_size_y};
        PixelPlaces const places{
            is_placed ? opened.to_world : on_image,
            is_placed ? crs_of_file(*m_step, m_view, path, *opened.file) : m_view.crs, m_view};
        auto const window = places.is_usable() ? window_of(places, header) : raster::Window{};
        if (window.is_empty()) {
            return;
        }
        style::RasterColors colors{m_step->layer, *m_step->raster, m_step->classes, header,
                                   [&](int band) { return range_of(*opened.file, band); }};
        auto bands = m_step->raster->bands;
        if (bands.empty()) {
            bands.resize(header.bands.size());
            std::iota(bands.begin(), bands.end(), 1);
        }
        set_fields(bands.size());
        read_rows(window, *opened.file, places, colors, bands);
    }

    [[nodiscard]] style::ScaleRange range_of(ms::ogr::RasterFile& file, int band) const
    {
        auto const range = file.range(band, m_go_on);
        check_read(range.has_value());
        return *range;
    }

    /// Base pixels that may be hit; for a point, also its position in the file and the tolerance
    /// there.
    [[nodiscard]] raster::Window window_of(PixelPlaces const& places, raster::Header const& header)
    {
        auto box = m_target.box();
        if (auto const point = m_target.point()) {
            auto const at = places.position(*point);
            if (!std::isfinite(at.x) || !std::isfinite(at.y)) {
                return {};
            }
            m_under = {std::floor(at.x), std::floor(at.y)};
            // As MapServer, whose radius reaches the side of a pixel further.
            auto const reach = std::numbers::sqrt2 * places.half_diagonal(at);
            m_near = m_target.tolerance() + (std::isfinite(reach) ? reach : 0);
        }
        auto const found = box ? places.positions(*box) : std::nullopt;
        return found ? raster::window_around(*found, 0, header.levels.front()) : raster::Window{};
    }

    void set_fields(std::size_t value_count)
    {
        if (!m_picked.fields.empty()) {
            return; // from the first file of an index
        }
        m_value_count = value_count;
        std::vector<std::string> names{"x", "y"};
        for (std::size_t i = 0; i < value_count; ++i) {
            names.push_back(fmt::format("value_{}", i));
        }
        names.emplace_back("value_list");
        m_has_class = !m_step->layer.classes.empty();
        if (m_has_class) {
            names.emplace_back("class");
        }
        names.insert(names.end(), {"red", "green", "blue"});
        for (auto& name : names) {
            bool const is_text = name == "class" || name == "value_list";
            m_picked.fields.push_back(
                {std::move(name), is_text ? feature::FieldType::Text : feature::FieldType::Real});
        }
        m_picked.features.reset(m_picked.fields.size());
    }

    void check_read(bool is_whole) const
    {
        if (!is_whole) {
            m_services.deadline.check();
            throw Interrupted{"reading was stopped"};
        }
    }

    void read_rows(raster::Window const& window, ms::ogr::RasterFile& file,
                   PixelPlaces const& places, style::RasterColors& colors,
                   std::vector<int> const& bands)
    {
        auto const per_pixel = bands.size() + colors.bands().size();
        auto const width = static_cast<std::size_t>(window.width);
        auto const height = static_cast<int>(
            std::clamp<std::size_t>(max_pick_samples / (width * per_pixel), 1, 4096));
        auto const bytes = width * static_cast<std::size_t>(height) *
                           (per_pixel * sizeof(double) + sizeof(Point) + sizeof(style::PixelFacts));
        m_budget.keep(bytes);
        Rows rows;
        for (int y = 0; y < window.height && !is_full(); y += height) {
            m_services.deadline.check();
            rows.window = {window.x, window.y + y, window.width,
                           std::min(height, window.height - y)};
            read(rows, file, colors, bands);
            place(rows, places);
            for (std::size_t i = 0; i < rows.facts.size() && !is_full(); ++i) {
                consider(rows, i, file.header(), bands);
            }
        }
        m_budget.release(bytes);
    }

    void read(Rows& rows, ms::ogr::RasterFile& file, style::RasterColors& colors,
              std::vector<int> const& bands) const
    {
        auto const pixels = rows.window.pixels();
        rows.values.resize(pixels * bands.size());
        check_read(file.read({0, rows.window, bands, &m_go_on}, rows.values));
        rows.samples.resize(pixels * colors.bands().size());
        ogr::RasterRead const shown{0, rows.window, colors.bands(), &m_go_on};
        check_read(file.read(shown, rows.samples));
        rows.mask.resize(colors.uses_mask() ? pixels : 0);
        if (colors.uses_mask()) {
            check_read(file.read_mask(shown, rows.mask));
        }
        rows.facts = colors.describe(rows.samples, rows.mask);
    }

    static void place(Rows& rows, PixelPlaces const& places)
    {
        rows.places.clear();
        for (int y = 0; y < rows.window.height; ++y) {
            for (int x = 0; x < rows.window.width; ++x) {
                rows.places.push_back({rows.window.x + x + 0.5, rows.window.y + y + 0.5});
            }
        }
        places.to_map(rows.places);
    }

    [[nodiscard]] bool is_full() const
    {
        return !m_target.is_nearest() &&
               m_picked.features.size() >= static_cast<std::size_t>(m_limit);
    }

    /// As in MapServer: with a TEMPLATE of the layer, all classes are found.
    [[nodiscard]] bool can_be_found(std::int32_t number) const
    {
        auto const& layer = m_picked.definition;
        if (!layer.template_path.empty() || !m_requested.needs_template) {
            return true;
        }
        return number >= 0 &&
               !layer.classes[static_cast<std::size_t>(number)].template_path.empty();
    }

    [[nodiscard]] std::optional<double> distance(Rows const& rows, std::size_t at) const
    {
        auto const& place = rows.places[at];
        if (auto const point = m_target.point()) {
            auto const width = static_cast<std::size_t>(rows.window.width);
            bool const is_under = rows.window.x + static_cast<int>(at % width) == m_under.x &&
                                  rows.window.y + static_cast<int>(at / width) == m_under.y;
            auto const far = is_under ? 0 : std::hypot(place.x - point->x, place.y - point->y);
            return far <= m_near ? std::optional{far} : std::nullopt; // false for NaN
        }
        if (!std::isfinite(place.x) || !std::isfinite(place.y)) {
            return std::nullopt;
        }
        geometry::GeometryColumn column;
        append_point(place, column);
        return m_target.distance({column, 0});
    }

    static void append_point(Point point, geometry::GeometryColumn& to)
    {
        to.points.push_back(point);
        to.end_ring();
        to.end_part();
        to.end_feature(geometry::Kind::Point);
    }

    void consider(Rows const& rows, std::size_t at, raster::Header const& header,
                  std::vector<int> const& bands)
    {
        auto const& facts = rows.facts[at];
        m_budget.work();
        if (!facts.is_found || !can_be_found(facts.class_index)) {
            return;
        }
        auto const far = distance(rows, at);
        if (!far || (m_target.is_nearest() && *far > m_least)) {
            return;
        }
        if (m_target.is_nearest()) { // of equally near ones the last, which is drawn on top
            m_least = *far;
            m_picked.features.reset(m_picked.fields.size());
            m_picked.classes.clear();
        }
        add(rows, at, header, bands);
    }

    /// Its number if it has no name; "" without a class.
    [[nodiscard]] std::string class_name(std::int32_t number) const
    {
        if (number < 0) {
            return {};
        }
        auto const& name = m_step->layer.classes[static_cast<std::size_t>(number)].name;
        return name.empty() ? std::to_string(number) : name;
    }

    void add(Rows const& rows, std::size_t at, raster::Header const& header,
             std::vector<int> const& bands)
    {
        auto& features = m_picked.features;
        std::size_t field = 0;
        auto const append = [&](std::string const& text) {
            *m_kept_bytes += text.size() + sizeof(std::size_t);
            features.attributes[field++].append(text);
        };
        append(fmt::format("{:.8g}", rows.places[at].x));
        append(fmt::format("{:.8g}", rows.places[at].y));
        std::string list;
        for (std::size_t i = 0; i < m_value_count; ++i) {
            if (i >= bands.size()) {
                features.attributes[field++].append_null();
                continue;
            }
            auto const value = rows.values[i * rows.window.pixels() + at];
            auto const band = static_cast<std::size_t>(bands[i]) - 1;
            append(text_of(value, header.bands[band].type));
            list += fmt::format("{}{:.10g}", i == 0 ? "" : ",", value);
        }
        append(list);
        auto const& facts = rows.facts[at];
        if (m_has_class) {
            append(class_name(facts.class_index));
        }
        for (int const part : {facts.color.red, facts.color.green, facts.color.blue}) {
            append(std::to_string(part));
        }
        std::array place{rows.places[at]};
        m_to_map.inverse(place);
        append_point(place[0], features.geometry);
        features.ids.append(std::to_string(m_picked.classes.size()));
        features.texts.append_null();
        m_picked.classes.push_back(facts.class_index);
        if (*m_kept_bytes > m_services.max_kept_bytes) {
            throw Error{ErrorKind::Limit, "the query selects too much to be answered"};
        }
    }

    mapfile::Map const& m_map;
    Viewport m_view;
    PickRequest const& m_requested;
    Services const& m_services;
    Budget& m_budget;
    PickTarget m_target;
    ogr::GoOn m_go_on;
    PickedLayer m_picked;
    std::optional<VectorStep> m_step;
    crs::Transformation m_to_map{{}, {}}; ///< from the layer's CRS
    std::int64_t m_limit = 0;
    std::size_t* m_kept_bytes = nullptr;
    std::size_t m_value_count = 0;
    bool m_has_class = false;
    Point m_under;                                            ///< base pixel of the point
    double m_near = 0;                                        ///< of the point, map units
    double m_least = std::numeric_limits<double>::infinity(); ///< distance found
};

} // namespace

std::unique_ptr<PendingPick> start_raster_pick(mapfile::Map const& map, Viewport const& view,
                                               LayerChoice const& choice,
                                               PickRequest const& request,
                                               mapfile::Layer definition, Services const& services,
                                               Budget& budget)
{
    return std::make_unique<RasterPick>(map, view, choice, request, std::move(definition), services,
                                        budget);
}

} // namespace ms::render
