// SPDX-License-Identifier: MIT
#include "base/deadline_check.hpp"
#include "base/error.hpp"
#include "base/string.hpp"
#include "crs/transformation.hpp"
#include "geometry/geos_limit.hpp"
#include "raster/level.hpp"
#include "render/draw/file_crs.hpp"
#include "render/draw/raster_frame.hpp"
#include "render/plan/layer_plan.hpp"
#include "render/query/layer_search.hpp"
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
constexpr std::size_t max_pick_samples = std::size_t{1} << 18U;

std::int64_t max_result_of(mapfile::Layer const& layer)
{
    auto const text = layer.processing_value("RASTER_QUERY_MAX_RESULT");
    auto const number = text ? parse_int(trim(*text)) : std::nullopt;
    return number && *number >= 0 ? *number : default_max_result;
}

/// A box that ends on the border of a pixel does not touch the next one, rounding errors aside.
Box without_rim(Box const& positions)
{
    constexpr double rim_px = 1e-6;
    Box const inner{positions.min_x + rim_px, positions.min_y + rim_px, positions.max_x - rim_px,
                    positions.max_y - rim_px};
    bool const has_area = inner.min_x < inner.max_x && inner.min_y < inner.max_y;
    return has_area ? inner : positions;
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

/// Rows of a file that are read at once.
struct Rows {
    raster::Window window;
    std::vector<Point> places; ///< centres on the map
    std::vector<double> values, samples;
    std::vector<std::uint8_t> mask;
    std::vector<style::PixelFacts> facts;
};

/// A file while its rows are searched.
struct OpenFile {
    source::raster::OpenedRaster opened;
    PixelPlaces places;
    style::RasterColors colors;
    std::vector<int> bands;
    raster::Window window; ///< that is still to be read
};

class RasterSearch final : public LayerSearch {
public:
    RasterSearch(std::shared_ptr<PickContext> context, LayerChoice const& choice,
                 mapfile::Layer definition)
        : m_context(std::move(context)), m_target(m_context->request, definition, m_context->view),
          m_go_on(DeadlineCheck{m_context->services.deadline})
    {
        auto const& view = m_context->view;
        std::vector<std::string> notes;
        m_layer.layer = choice.layer;
        m_layer.crs = layer_crs(*m_context->map, definition, view);
        m_to_map = crs::Transformation{m_layer.crs, view.crs};
        m_layer.definition = definition;
        if (auto step = plan_layer(*m_context->map, std::move(definition), view, choice, notes)) {
            m_step.emplace(std::move(*step));
        }
        auto const bound = max_result_of(m_layer.definition);
        auto const requested = m_context->request.max_features;
        m_limit = requested < 0 ? bound : std::min(bound, requested);
        auto const& where = m_context->request.where;
        bool const is_by_place =
            !std::holds_alternative<ByFilter>(where) && !std::holds_alternative<ById>(where);
        m_is_done = !m_step || !is_by_place || (m_limit == 0 && !m_target.is_nearest());
    }
    ~RasterSearch() override { m_context->budget.release(m_kept_bytes); }
    RasterSearch(RasterSearch const&) = delete;
    RasterSearch& operator=(RasterSearch const&) = delete;

    [[nodiscard]] PickedLayer layer() const override { return m_layer; }
    [[nodiscard]] bool is_done() const noexcept override { return m_is_done; }

    bool next(PickedFeatures& found) override
    {
        geometry::GeosLimit const limit{m_context->budget};
        found.reset(m_layer.fields.size());
        try {
            while (!m_is_done && (m_target.is_nearest() || !found.features.is_full())) {
                advance(found);
            }
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
        m_context->services.deadline.check(); // GEOS may have given something up
        return found.size() > 0;
    }

private:
    /// Looks at the rows that were read, reads the next ones, or opens the next file.
    void advance(PickedFeatures& found)
    {
        if (!m_paths) {
            m_paths = paths();
        } else if (m_next_pixel < m_rows.facts.size()) {
            consider(m_next_pixel++, found);
        } else if (m_file && !m_file->window.is_empty()) {
            read_rows();
        } else if (m_next_path < m_paths->size()) {
            open((*m_paths)[m_next_path++]);
            found.features.attributes.resize(m_layer.fields.size());
        } else {
            m_is_done = true;
        }
    }

    [[nodiscard]] std::vector<source::raster::RasterPath> paths() const
    {
        auto box = m_step->query.box;
        if (auto const target = m_target.box(); target && box) {
            auto const in_query =
                crs::Transformation{crs_of_box(), m_context->view.crs}.inverse(*target);
            box = in_query.is_empty() ? box : std::optional{in_query};
        }
        return source::raster::files_of(*m_context->map, m_step->layer, box, m_context->services,
                                        m_step->query.filter);
    }

    /// That of the index where PROJECTION AUTO leaves the layer without one.
    [[nodiscard]] crs::Definition crs_of_box() const
    {
        return m_step->layer.projection.is_auto()
                   ? source::raster::crs_of_index(*m_context->map, m_step->layer)
                   : m_step->layer_crs;
    }

    void open(source::raster::RasterPath const& path)
    {
        m_file.reset(); // before the next one: a process has few open files
        auto const& view = m_context->view;
        auto opened = source::raster::open_file(*m_context->map, m_step->layer, path.path,
                                                m_context->services);
        auto const& header = opened.file->header();
        // As in MapServer, also where TRANSFORM FALSE draws it elsewhere.
        PixelPlaces places{opened.to_world, crs_of_file(*m_step, view, path, *opened.file), view};
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
        m_file.emplace(OpenFile{std::move(opened), std::move(places), std::move(colors),
                                std::move(bands), window});
        keep_rows();
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
            // As MapServer, whose radius reaches the side of a pixel further. Of a point in the
            // file it asks for one pixel without TOLERANCE.
            auto const& base = header.levels.front();
            bool const is_inside =
                at.x >= 0 && at.y >= 0 && at.x < base.width && at.y < base.height;
            auto const tolerance = m_target.is_nearest() && is_inside ? 0 : m_target.tolerance();
            auto const reach = std::numbers::sqrt2 * places.half_diagonal(at);
            m_near = tolerance + (std::isfinite(reach) ? reach : 0);
        }
        auto found = box ? places.positions(*box) : std::nullopt;
        if (found && std::holds_alternative<InBox>(m_context->request.where)) {
            found = without_rim(*found);
        }
        return found ? raster::window_around(*found, 0, header.levels.front()) : raster::Window{};
    }

    void set_fields(std::size_t value_count)
    {
        if (!m_layer.fields.empty()) {
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
            m_layer.fields.push_back(
                {std::move(name), is_text ? feature::FieldType::Text : feature::FieldType::Real});
        }
    }

    void check_read(bool is_whole) const
    {
        if (!is_whole) {
            m_context->services.deadline.check();
            throw Interrupted{"reading was stopped"};
        }
    }

    /// Rows that are read at once.
    [[nodiscard]] int height_of_rows() const
    {
        auto const per_pixel = m_file->bands.size() + m_file->colors.bands().size();
        auto const width = static_cast<std::size_t>(m_file->window.width);
        auto const height =
            std::clamp<std::size_t>(max_pick_samples / (width * per_pixel), 1, 4096);
        return std::min(static_cast<int>(height), m_file->window.height);
    }

    /// Counts the memory of the rows, which is used again for other files.
    void keep_rows()
    {
        auto const per_pixel = m_file->bands.size() + m_file->colors.bands().size();
        auto const pixels = static_cast<std::size_t>(m_file->window.width) *
                            static_cast<std::size_t>(height_of_rows());
        auto const bytes =
            pixels * (per_pixel * sizeof(double) + sizeof(Point) + sizeof(style::PixelFacts));
        if (bytes > m_kept_bytes) {
            m_context->budget.keep(bytes - m_kept_bytes);
            m_kept_bytes = bytes;
        }
    }

    void read_rows()
    {
        m_context->services.deadline.check();
        auto& window = m_file->window;
        m_rows.window = {window.x, window.y, window.width, height_of_rows()};
        window.y += m_rows.window.height;
        window.height -= m_rows.window.height;
        read(m_rows, *m_file);
        place(m_rows, m_file->places);
        m_next_pixel = 0;
    }

    void read(Rows& rows, OpenFile& from) const
    {
        auto& file = *from.opened.file;
        auto& colors = from.colors;
        auto const pixels = rows.window.pixels();
        rows.values.resize(pixels * from.bands.size());
        check_read(file.read({0, rows.window, from.bands, &m_go_on}, rows.values));
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

    /// As in MapServer: with a TEMPLATE of the layer, all classes are found.
    [[nodiscard]] bool can_be_found(std::int32_t number) const
    {
        auto const& layer = m_layer.definition;
        if (!layer.template_path.empty() || !m_context->request.needs_template) {
            return true;
        }
        return number >= 0 &&
               !layer.classes[static_cast<std::size_t>(number)].template_path.empty();
    }

    [[nodiscard]] std::optional<double> distance(std::size_t at) const
    {
        auto const& rows = m_rows;
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
        if (std::holds_alternative<InBox>(m_context->request.where)) {
            return 0; // the window has what it touches
        }
        geometry::GeometryColumn column;
        append_point(place, column);
        auto const hit = m_target.hit({column, 0});
        return hit ? std::optional{hit->distance} : std::nullopt;
    }

    static void append_point(Point point, geometry::GeometryColumn& to)
    {
        to.points.push_back(point);
        to.end_ring();
        to.end_part();
        to.end_feature(geometry::Kind::Point);
    }

    void consider(std::size_t at, PickedFeatures& found)
    {
        auto const& facts = m_rows.facts[at];
        m_context->budget.work();
        if (!facts.is_found || !can_be_found(facts.class_index)) {
            return;
        }
        auto const far = distance(at);
        if (!far || (m_target.is_nearest() && *far > m_least)) {
            return;
        }
        if (m_target.is_nearest()) { // of equally near ones the last, which is drawn on top
            m_least = *far;
            found.reset(m_layer.fields.size());
            m_count = 0;
        }
        add(at, found);
        m_is_done = !m_target.is_nearest() && m_count == m_limit;
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

    void add(std::size_t at, PickedFeatures& found)
    {
        auto& features = found.features;
        std::size_t field = 0;
        auto const append = [&](std::string const& text) {
            features.attributes[field++].append(text);
        };
        append(fmt::format("{:.8g}", m_rows.places[at].x));
        append(fmt::format("{:.8g}", m_rows.places[at].y));
        std::string list;
        auto const& header = m_file->opened.file->header();
        for (std::size_t i = 0; i < m_value_count; ++i) {
            if (i >= m_file->bands.size()) {
                features.attributes[field++].append_null();
                continue;
            }
            auto const value = m_rows.values[i * m_rows.window.pixels() + at];
            auto const band = static_cast<std::size_t>(m_file->bands[i]) - 1;
            auto const type = header.bands[band].type;
            auto const text = text_of(value, type);
            append(text);
            list += i == 0 ? "" : ",";
            list += type == raster::SampleType::Float32 ? text : fmt::format("{:.10g}", value);
        }
        append(list);
        auto const& facts = m_rows.facts[at];
        if (m_has_class) {
            append(class_name(facts.class_index));
        }
        auto const& color = facts.color;
        constexpr int no_color = -1; // as MapServer writes it
        for (auto const part : {&image::Color::red, &image::Color::green, &image::Color::blue}) {
            append(std::to_string(color ? (*color).*part : no_color));
        }
        std::array place{m_rows.places[at]};
        m_to_map.inverse(place);
        append_point(place[0], features.geometry);
        features.ids.append(std::to_string(m_count++));
        features.texts.append_null();
        found.classes.push_back(facts.class_index);
    }

    std::shared_ptr<PickContext> m_context;
    PickTarget m_target;
    ogr::GoOn m_go_on;
    PickedLayer m_layer; ///< without features
    std::optional<VectorStep> m_step;
    crs::Transformation m_to_map{{}, {}}; ///< from the layer's CRS
    std::int64_t m_limit = 0;
    std::int64_t m_count = 0; ///< that have been found
    bool m_is_done = false;
    std::optional<std::vector<source::raster::RasterPath>> m_paths;
    std::size_t m_next_path = 0;
    std::optional<OpenFile> m_file;
    Rows m_rows; ///< of the file
    std::size_t m_next_pixel = 0;
    std::size_t m_kept_bytes = 0; ///< of the rows
    std::size_t m_value_count = 0;
    bool m_has_class = false;
    Point m_under;                                            ///< base pixel of the point
    double m_near = 0;                                        ///< of the point, map units
    double m_least = std::numeric_limits<double>::infinity(); ///< distance found
};

} // namespace

std::unique_ptr<LayerSearch> start_raster_search(std::shared_ptr<PickContext> context,
                                                 LayerChoice const& choice,
                                                 mapfile::Layer definition)
{
    return std::make_unique<RasterSearch>(std::move(context), choice, std::move(definition));
}

} // namespace ms::render
