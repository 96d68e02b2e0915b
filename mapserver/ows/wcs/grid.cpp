// SPDX-License-Identifier: MIT
#include "ows/wcs/grid.hpp"

#include "base/string.hpp"
#include "ows/common/bounding_boxes.hpp"
#include "ows/wcs/documents.hpp"
#include "ows/wcs/wcs_exception.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ms::ows::wcs {

namespace {

constexpr double max_pixels = 1e9; ///< of a side: check_size() has the map's limit

/// A CRS of a request, which may be one that only the map knows.
crs::Definition parse_system(std::string_view name, Coverage const& coverage)
{
    return equals_ignoring_case(name, coverage.system.authority_code())
               ? coverage.system
               : crs::parse_request(name, {coverage.system.proj_data()});
}

crs::Definition system_of(std::string_view name, Coverage const& coverage)
{
    try {
        return parse_system(name, coverage);
    } catch (Error const&) {
        throw WcsException{invalid_value, "srs", in_get_coverage,
                           "Unsupported SRS namespace (only EPSG currently supported)."};
    }
}

bool is_image_crs(std::string_view name)
{
    return name.ends_with("imageCRS");
}

/// A number of pixels, at least 1.
int pixels(double count)
{
    return std::isfinite(count) ? static_cast<int>(std::clamp(count, 1.0, max_pixels)) : 1;
}

geometry::Box transformed(geometry::Box const& box, crs::Definition const& from,
                          crs::Definition const& to)
{
    BoxTransformer boxes;
    auto const result = boxes.transform({box, from}, to);
    if (!result) {
        throw WcsException{"NoApplicableCode", "bbox", in_get_coverage,
                           "The requested area has no image in the requested CRS."};
    }
    return *result;
}

geometry::Box shrunk(geometry::Box const& box, double cell_x, double cell_y)
{
    return {box.min_x + cell_x / 2, box.min_y + cell_y / 2, box.max_x - cell_x / 2,
            box.max_y - cell_y / 2};
}

bool are_oblong(double cell_x, double cell_y)
{
    constexpr double max_ratio = 1.001; // as in MapServer
    constexpr double rounding = 1e-9;
    auto const [low, high] = std::minmax({cell_x, cell_y});
    return high > low * (max_ratio + rounding);
}

/// The edges of pixels whose centres a box spans. \param cell of an axis with one pixel
geometry::Box edges_around(geometry::Box const& centers, raster::Size size, geometry::Point cell)
{
    auto const half = [](double span, int count, double otherwise) {
        return (count > 1 ? span / (count - 1) : otherwise) / 2;
    };
    double const x = half(centers.width(), size.width, cell.x);
    double const y = half(centers.height(), size.height, cell.y);
    return {centers.min_x - x, centers.min_y - y, centers.max_x + x, centers.max_y + y};
}

std::string box_text(geometry::Box const& box)
{
    return fmt::format("({:.15g},{:.15g},{:.15g},{:.15g})", box.min_x, box.min_y, box.max_x,
                       box.max_y);
}

/// \param requested the box that the error names
void check_overlap(geometry::Box const& box, geometry::Box const& requested,
                   crs::Definition const& system, Coverage const& coverage)
{
    auto const whole = transformed(coverage.extent, coverage.system, system);
    bool const is_beside = box.min_x >= whole.max_x || box.max_x <= whole.min_x ||
                           box.min_y >= whole.max_y || box.max_y <= whole.min_y;
    if (is_beside) {
        throw WcsException{"NoApplicableCode", "bbox", in_get_coverage,
                           fmt::format("Requested BBOX {} is outside requested coverage BBOX {}",
                                       box_text(requested), box_text(whole))};
    }
}

} // namespace

render::ViewportRequest view_of(Grid const& grid)
{
    auto const [width, height] = grid.size;
    double const cell_x = grid.edges.width() / width;
    double const cell_y = grid.edges.height() / height;
    // Of a single pixel, an extent has the size.
    geometry::Point const first{grid.edges.min_x + cell_x / 2, grid.edges.max_y - cell_y / 2};
    render::ViewportRequest view{
        .extent = geometry::Box{first.x, first.y - std::max(height - 1, 1) * cell_y,
                                first.x + std::max(width - 1, 1) * cell_x, first.y},
        .size = mapfile::Size{width, height},
        .crs = grid.system};
    view.aspect = render::PixelAspect::AsGiven;
    return view;
}

void check_size(Grid const& grid, mapfile::Map const& map, Family family)
{
    if (grid.size.width > map.max_size || grid.size.height > map.max_size) {
        bool const is_20 = family == Family::V20;
        throw WcsException{invalid_value, is_20 ? "size" : "width/height",
                           is_20 ? in_get_coverage_20 : in_get_coverage,
                           fmt::format("Raster size out of range, width and height of resulting "
                                       "coverage must be no more than MAXSIZE={}.",
                                       map.max_size)};
    }
}

Grid grid_10(Request const& request, Coverage const& coverage)
{
    Grid grid{.edges = {},
              .size = {},
              .system = system_of(request.crs, coverage),
              .system_name = request.crs};
    auto const& numbers = *request.box;
    geometry::Box box{numbers[0], numbers[1], numbers[2], numbers[3]};
    if (!request.response_crs.empty() && request.response_crs != request.crs) {
        auto const answer = system_of(request.response_crs, coverage);
        box = transformed(box, grid.system, answer);
        grid.system = answer;
        grid.system_name = request.response_crs;
    }
    double const width = box.max_x - box.min_x;
    double const height = box.max_y - box.min_y;
    if (width <= 0 || height <= 0) {
        throw WcsException{invalid_value, "bbox", in_parse,
                           "BBOX does not end to the right of and above its beginning."};
    }
    auto const [res_x, res_y] = request.resolution;
    bool const has_size = request.size[0] > 0 && request.size[1] > 0;
    if (!has_size && (res_x <= 0 || res_y <= 0)) {
        throw WcsException{missing_value, "width/height/resx/resy", in_get_coverage,
                           "A non-zero RESX/RESY or WIDTH/HEIGHT is required but neither was "
                           "provided."};
    }
    grid.size = has_size ? raster::Size{request.size[0], request.size[1]}
                         : raster::Size{pixels(width / res_x + 0.5), pixels(height / res_y + 0.5)};
    geometry::Point const cell{res_x > 0 ? res_x : width / grid.size.width,
                               res_y > 0 ? res_y : height / grid.size.height};
    auto const centers = shrunk(box, cell.x, cell.y); // as in MapServer, also of uneven divisions
    grid.is_oblong = are_oblong(cell.x, cell.y);
    check_overlap(centers, grid.is_oblong ? box : centers, grid.system, coverage);
    grid.edges = edges_around(centers, grid.size, cell);
    return grid;
}

namespace {

/// The centres that a box of pixel numbers spans.
geometry::Box centers_of_pixels(std::array<double, 4> const& numbers, Coverage const& coverage)
{
    auto const& extent = coverage.extent;
    auto const x = [&](double column) { return extent.min_x + (column + 0.5) * coverage.cell_x; };
    auto const y = [&](double row) { return extent.max_y - (row + 0.5) * coverage.cell_y; };
    return {x(numbers[0]), y(numbers[3]), x(numbers[2]), y(numbers[1])};
}

} // namespace

Grid grid_11(Request const& request, Coverage const& coverage)
{
    auto const& numbers = *request.box;
    bool const is_image = is_image_crs(request.crs);
    Grid grid{.edges = {},
              .size = {},
              .system = is_image ? coverage.system : system_of(request.crs, coverage),
              .system_name = is_image ? coverage.system_name : request.crs};
    bool const is_north_first = !is_image && grid.system.is_axis_inverted();
    auto const x_of = [&](std::array<double, 2> const& pair) { return pair[is_north_first]; };
    auto const y_of = [&](std::array<double, 2> const& pair) { return pair[!is_north_first]; };
    auto box = is_image
                   ? centers_of_pixels(numbers, coverage)
                   : geometry::Box{x_of({numbers[0], numbers[1]}), y_of({numbers[0], numbers[1]}),
                                   x_of({numbers[2], numbers[3]}), y_of({numbers[2], numbers[3]})};
    check_overlap(box, box, grid.system, coverage);
    double step_x = std::abs(x_of(request.resolution));
    double step_y = std::abs(y_of(request.resolution));
    step_x = step_x > 0 ? step_x * (is_image ? coverage.cell_x : 1) : coverage.cell_x;
    step_y = step_y > 0 ? step_y * (is_image ? coverage.cell_y : 1) : coverage.cell_y;
    if (request.origin && !is_image) {
        box.min_x = x_of(*request.origin);
        box.max_y = y_of(*request.origin);
    }
    constexpr double rounding = 1e-6;
    grid.size = {pixels((box.max_x - box.min_x) / step_x + 1 + rounding),
                 pixels((box.max_y - box.min_y) / step_y + 1 + rounding)};
    grid.edges = {box.min_x - step_x / 2, box.max_y - (grid.size.height - 0.5) * step_y,
                  box.min_x + (grid.size.width - 0.5) * step_x, box.max_y + step_y / 2};
    grid.is_oblong = are_oblong(step_x, step_y);
    grid.is_resampled = is_north_first; // as in MapServer, for which this is another CRS
    return grid;
}

namespace {

enum class Axis : std::uint8_t { X, Y };

Axis axis_of(std::string_view name)
{
    constexpr std::array<std::string_view, 10> of_x{"x",        "xaxis",     "x-axis",    "x_axis",
                                                    "long",     "long_axis", "long-axis", "lon",
                                                    "lon_axis", "lon-axis"};
    constexpr std::array<std::string_view, 7> of_y{"y",   "yaxis",    "y-axis",  "y_axis",
                                                   "lat", "lat_axis", "lat-axis"};
    auto const is_one_of = [&](auto const& names) {
        return std::ranges::any_of(
            names, [&](std::string_view each) { return equals_ignoring_case(each, name); });
    };
    if (is_one_of(of_x)) {
        return Axis::X;
    }
    if (is_one_of(of_y)) {
        return Axis::Y;
    }
    throw WcsException{"InvalidAxisLabel", "subset", "msWCSValidateAndFindAxes20()",
                       fmt::format("Invalid subset axis '{}'.", name.substr(0, 100)),
                       ErrorKind::NotFound};
}

/// What a request says of one axis.
struct AxisPart {
    Subset const* subset = nullptr;
    Scale const* scale = nullptr;
};

void set_scale(AxisPart& part, Scale const& scale, std::string_view name)
{
    if (part.scale != nullptr) {
        throw WcsException{invalid_value, "extent", "msWCSGetCoverage20_FinalizeParamsObj()",
                           fmt::format("Axis '{}' defines scale, size and/or resolution multiple "
                                       "times.",
                                       name)};
    }
    part.scale = &scale;
}

std::array<AxisPart, 2> parts_of(Request const& request)
{
    constexpr std::array<std::string_view, 2> names{"x", "y"};
    std::array<AxisPart, 2> parts;
    for (auto const& subset : request.subsets) {
        auto& part = parts[static_cast<std::size_t>(axis_of(subset.axis))];
        if (subset.is_slice) {
            throw WcsException{"InvalidSubsetting", "subset", in_get_coverage_20,
                               "Subset operation 'slice' is not supported.", ErrorKind::NotFound};
        }
        if (part.subset != nullptr) {
            throw WcsException{"InvalidAxisLabel", "subset", in_parse_20,
                               fmt::format("Axis '{}' has two subsets.", subset.axis),
                               ErrorKind::NotFound};
        }
        part.subset = &subset;
    }
    for (auto const& scale : request.scales) {
        if (scale.size && *scale.size <= 0) {
            if (*scale.size == 0) {
                continue; // as in MapServer, it is not set
            }
            throw WcsException{invalid_value, "request", "msWCSParseSize20()",
                               "A size below 1 is not valid."};
        }
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (scale.axis.empty() || static_cast<std::size_t>(axis_of(scale.axis)) == i) {
                set_scale(parts[i], scale, names[i]);
            }
        }
    }
    return parts;
}

/// That of both axes. \throws WcsException if they differ
std::string subsetting_crs(Request const& request)
{
    std::string name;
    for (auto const& subset : request.subsets) {
        if (!subset.crs.empty() && !name.empty() && subset.crs != name) {
            throw WcsException{invalid_value, "subset", in_parse_20,
                               "The axes have subsets in different CRSs."};
        }
        name = subset.crs.empty() ? name : subset.crs;
    }
    return name.empty() ? request.subsetting_crs : name;
}

crs::Definition system_20(std::string_view name, std::string_view parameter,
                          Coverage const& coverage)
{
    try {
        return parse_system(name, coverage);
    } catch (Error const&) {
        throw WcsException{invalid_value, std::string{parameter}, in_get_coverage_20,
                           fmt::format("The CRS '{}' is not known.", name.substr(0, 100))};
    }
}

/// The interval of an axis in the units of `low` and `high`, those of the whole.
struct Interval {
    double low = 0;
    double high = 0;
};

Interval cut(AxisPart const& part, Interval const& whole)
{
    auto result = whole;
    if (part.subset != nullptr) {
        result.low = std::max(part.subset->low.value_or(whole.low), whole.low);
        result.high = std::min(part.subset->high.value_or(whole.high), whole.high);
        bool const is_beside = part.subset->low.value_or(whole.low) >= whole.high ||
                               part.subset->high.value_or(whole.high) <= whole.low;
        if (is_beside || result.low > result.high) {
            throw WcsException{"ExtentError", "extent", in_get_coverage_20,
                               "Image extent does not intersect with desired region."};
        }
    }
    return result;
}

/// Pixel numbers, both included, as edges.
Interval cut_pixels(AxisPart const& part, int count)
{
    if (part.subset == nullptr) {
        return {0, static_cast<double>(count)};
    }
    AxisPart with_edges = part;
    Subset subset = *part.subset;
    if (subset.high) {
        subset.high = *subset.high + 1;
    }
    with_edges.subset = &subset;
    return cut(with_edges, {0, static_cast<double>(count)});
}

/// The pixels of an axis in the answer.
struct AxisPixels {
    int count = 1;
    double cell = 1; ///< with which edges become centres
};

/// As in MapServer, whose numbers of pixels are rounded to the even one of two, those of a factor
/// are cut off, and a resolution is only nearly that of the answer.
/// \param cell of the coverage
AxisPixels pixels_of(AxisPart const& part, Interval const& edges, double cell)
{
    double const width = edges.high - edges.low;
    auto const* const scale = part.scale;
    if (scale != nullptr && scale->size) {
        return {*scale->size, width / *scale->size};
    }
    if (scale != nullptr && scale->resolution) {
        return {pixels(std::nearbyint(width / *scale->resolution)), *scale->resolution};
    }
    int const count = pixels(std::nearbyint(width / cell));
    if (scale != nullptr && scale->factor) {
        constexpr double rounding = 1e-6;
        return {pixels(count * *scale->factor + rounding), width / count / *scale->factor};
    }
    return {count, width / count};
}

geometry::Box subset_edges(std::array<AxisPart, 2> const& parts, Coverage const& coverage)
{
    auto const x = cut_pixels(parts[0], coverage.size.width);
    auto const y = cut_pixels(parts[1], coverage.size.height);
    auto const& extent = coverage.extent;
    return {extent.min_x + x.low * coverage.cell_x, extent.max_y - y.high * coverage.cell_y,
            extent.min_x + x.high * coverage.cell_x, extent.max_y - y.low * coverage.cell_y};
}

} // namespace

Grid grid_20(Request const& request, Coverage const& coverage)
{
    auto const parts = parts_of(request);
    auto const subsetting = subsetting_crs(request);
    bool const is_image = is_image_crs(subsetting);
    bool const is_own = is_image || subsetting.empty();
    Grid grid{.edges = {},
              .size = {},
              .system = is_own ? coverage.system : system_20(subsetting, "subsettingcrs", coverage),
              .system_name = is_own ? coverage.system_name : subsetting};
    auto const whole =
        is_own ? coverage.extent : transformed(coverage.extent, coverage.system, grid.system);
    auto edges = whole;
    if (is_image) {
        edges = subset_edges(parts, coverage);
    } else {
        auto const x = cut(parts[0], {whole.min_x, whole.max_x});
        auto const y = cut(parts[1], {whole.min_y, whole.max_y});
        edges = {x.low, y.low, x.high, y.high};
    }
    auto const columns = pixels_of(parts[0], {edges.min_x, edges.max_x},
                                   (whole.max_x - whole.min_x) / coverage.size.width);
    auto const rows = pixels_of(parts[1], {edges.min_y, edges.max_y},
                                (whole.max_y - whole.min_y) / coverage.size.height);
    grid.size = {columns.count, rows.count};
    grid.is_oblong = are_oblong(columns.cell, rows.cell);
    auto const centers = shrunk(edges, columns.cell, rows.cell);
    grid.edges = edges_around(centers, grid.size, {columns.cell, rows.cell});
    if (!request.output_crs.empty()) {
        auto const answer = system_20(request.output_crs, "outputcrs", coverage);
        auto const image = transformed(edges, grid.system, answer);
        grid.edges =
            edges_around(transformed(centers, grid.system, answer), grid.size,
                         {image.width() / grid.size.width, image.height() / grid.size.height});
        grid.system = answer;
        grid.system_name = request.output_crs;
    }
    return grid;
}

} // namespace ms::ows::wcs
