// SPDX-License-Identifier: MIT
#include "render/draw/cascade_step.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "base/trace.hpp"
#include "image/blend.hpp"
#include "image/decode.hpp"
#include "raster/resample.hpp"
#include "render/draw/raster_frame.hpp"
#include "source/layer_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace ms::render {

namespace {

namespace remote = source::remote;
namespace wms = source::wms;

/// Bytes of the request's budget in use as long as this object lives.
class CountedBytes {
public:
    CountedBytes(Budget& budget, std::size_t bytes) : m_budget(budget), m_bytes(bytes)
    {
        m_budget.keep(bytes);
    }
    ~CountedBytes() { m_budget.release(m_bytes); }
    CountedBytes(CountedBytes const&) = delete;
    CountedBytes& operator=(CountedBytes const&) = delete;

private:
    Budget& m_budget;
    std::size_t m_bytes;
};

std::size_t pixels_of(wms::PickRequest const& requested)
{
    return static_cast<std::size_t>(requested.width) * static_cast<std::size_t>(requested.height);
}

[[noreturn]] void refuse(std::string const& why)
{
    throw Error{ErrorKind::Source, why};
}

/// Decodes an image of the requested size; reports any other answer as an error.
image::Bitmap decoded(remote::Answer const& answer, wms::PickRequest const& requested,
                      std::string const& url)
{
    auto const type = to_lower(answer.content_type);
    bool const is_text = type.find("xml") != std::string::npos || type.starts_with("text/");
    if (answer.status != 200 || is_text || answer.body.empty()) {
        auto const excerpt =
            is_text ? remote::redacted(remote::excerpt_of(answer.body), url) : std::string{};
        refuse(fmt::format("the server answered with status {} and no image{}{}", answer.status,
                           excerpt.empty() ? "" : ": ", excerpt));
    }
    std::span const bytes{reinterpret_cast<std::uint8_t const*>(answer.body.data()),
                          answer.body.size()};
    auto image = image::decode(bytes, pixels_of(requested));
    if (image.width() != requested.width || image.height() != requested.height) {
        refuse(fmt::format("the server sent {} x {} pixels instead of {} x {}", image.width(),
                           image.height(), requested.width, requested.height));
    }
    return image;
}

/// Pixels of this colour are not drawn.
void clear_color(image::Bitmap& image, image::Color const& color)
{
    auto const pixels = image.pixels();
    for (std::size_t i = 0; i < pixels.size(); i += 4) {
        bool const is_it = pixels[i] == color.red && pixels[i + 1] == color.green &&
                           pixels[i + 2] == color.blue && pixels[i + 3] == 255;
        if (is_it) {
            std::ranges::fill(pixels.subspan(i, 4), std::uint8_t{0});
        }
    }
}

/// Into the pixels of the view, in cells that bound the memory for positions.
image::Bitmap resampled(image::Bitmap const& image, CascadeView const& from, Viewport const& view,
                        raster::Kernel kernel, Services const& services)
{
    image::Bitmap out{view.width, view.height};
    RasterFrame frame{view, from.requested.system.crs, from.to_world, false};
    raster::Size const size{image.width(), image.height()};
    raster::Window const all{0, 0, size.width, size.height};
    std::vector<geometry::Point> positions;
    for (auto const& cell : frame.cells()) {
        services.deadline.check();
        frame.enter(cell);
        auto const ratio = frame.ratio();
        if (!ratio) {
            continue;
        }
        frame.positions(cell, size, positions);
        image::Bitmap drawn{cell.width, cell.height};
        raster::resample(image.view(), all, size, positions, *ratio, kernel, drawn.pixels(),
                         *services.budget);
        image::blend_over(out, drawn.view(), cell.x, cell.y, 1);
    }
    return out;
}

std::string padded_style(wms::Server const& server)
{
    auto const names = std::ranges::count(server.names, ',');
    auto const styles = std::ranges::count(server.style, ',');
    return server.style +
           std::string(static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, names - styles)), ',');
}

} // namespace

bool is_drawn_alike(VectorStep const& a, VectorStep const& b)
{
    bool const is_plain = a.blends.empty() && b.blends.empty() && !a.mask && !b.mask &&
                          !a.layer.offsite && !b.layer.offsite;
    return is_plain && a.layer.post_label_cache == b.layer.post_label_cache && a.raster &&
           b.raster && a.raster->kernel == b.raster->kernel && a.layer_crs == b.layer_crs;
}

CascadedImages::CascadedImages(PlanState const& plan, Services const& services)
    : m_plan(plan), m_services(services)
{
    VectorStep const* before = nullptr;
    for (auto const& step : plan.steps) {
        bool const is_cascaded = wms::is_cascaded(step.layer);
        if (is_cascaded) {
            add(step, before);
        }
        before = is_cascaded ? &step : nullptr;
    }
    std::ranges::for_each(m_images, [this](Image& image) { start(image); });
}

void CascadedImages::add(VectorStep const& step, VectorStep const* before)
{
    auto server = wms::server_of(*m_plan.map, step.layer);
    if (before != nullptr && is_drawn_alike(*before, step)) {
        auto& last = m_images.back();
        auto const access = [&](VectorStep const& each) {
            return remote::request_of(*m_plan.map, each.layer, "wms_", server.url);
        };
        if (wms::is_same_server(last.server, server) && access(*before) == access(step)) {
            last.server.style = padded_style(last.server) + ',' + padded_style(server);
            last.server.names += ',' + server.names;
            return;
        }
    }
    auto view = cascade_view(server, step.layer_crs, m_plan.viewport);
    m_images.push_back({&step, std::move(server), std::move(view), nullptr});
}

void CascadedImages::start(Image& image)
{
    if (!image.view) {
        return;
    }
    constexpr std::size_t spare_bytes = std::size_t{1} << 16U;
    auto const& layer = image.step->layer;
    auto request = remote::request_of(*m_plan.map, layer, "wms_",
                                      wms::get_map_url(image.server, image.view->requested));
    request.max_bytes = pixels_of(image.view->requested) * 5 + spare_bytes; // PNG may not compress
    image.pending = remote::start(*m_plan.map, layer, std::move(request), m_services);
}

void CascadedImages::draw(VectorStep const& step, paint::Canvas& canvas)
{
    auto const found = std::ranges::find(m_images, &step, &Image::step);
    if (found == m_images.end() || !found->pending) {
        return;
    }
    auto const& name = step.layer.name;
    try {
        draw_image(*found, canvas);
    } catch (Error const& error) {
        m_services.deadline.check();
        if (dynamic_cast<Interrupted const*>(&error) != nullptr ||
            error.kind() == ErrorKind::Internal) {
            throw;
        }
        auto const what = fmt::format("layer \"{}\": {}: {}", name,
                                      remote::place_of(found->server.url), error.what());
        if (found->server.is_essential) {
            throw source::LayerError{
                ErrorKind::Source, what,
                source::PublicText{
                    "msDrawMap(): WMS connection error. Failed to draw WMS layer named '" + name +
                    "'.\nIts server cannot be reached, or sends something else than an image."}};
        }
        m_services.log.write(LogLevel::Notice, what + " (left out)");
        m_is_incomplete = true;
    }
    found->pending.reset();
}

void CascadedImages::draw_image(Image const& image, paint::Canvas& canvas)
{
    auto const answer = [&] {
        Timed const timed{m_services.trace, Stage::Fetch};
        return image.pending->get(m_services.deadline);
    }();
    auto const& view = *image.view;
    auto const& own = m_plan.viewport;
    auto const own_pixels =
        static_cast<std::size_t>(own.width) * static_cast<std::size_t>(own.height);
    CountedBytes const counted{*m_services.budget, answer->body.size() +
                                                       pixels_of(view.requested) * 4 +
                                                       (view.is_resampled() ? own_pixels * 4 : 0)};
    Timed const timed{m_services.trace, Stage::Raster};
    auto bitmap = decoded(*answer, view.requested, image.server.url);
    if (image.step->layer.offsite) {
        clear_color(bitmap, *image.step->layer.offsite);
    }
    if (view.is_resampled()) {
        bitmap = resampled(bitmap, view, own, image.step->raster->kernel, m_services);
    }
    canvas.draw_image(bitmap.view(), view.at.value_or(geometry::Point{0, 0}), 1);
}

void draw_cascaded_step(PlanState const& plan, VectorStep const& step, Services const& services,
                        paint::Canvas& canvas)
{
    PlanState alone;
    alone.map = plan.map;
    alone.viewport = plan.viewport;
    alone.steps.push_back(step);
    alone.steps.front().mask.reset();
    CascadedImages images{alone, services};
    images.draw(alone.steps.front(), canvas);
}

} // namespace ms::render
