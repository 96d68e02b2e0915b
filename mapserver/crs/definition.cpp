// SPDX-License-Identifier: MIT
#include "crs/definition.hpp"

#include "base/error.hpp"
#include "crs/definition_state.hpp"
#include "crs/name.hpp"
#include "crs/proj_thread.hpp"

#include <proj.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace ms::crs {
namespace {

constexpr double equator_radius = 6378137;

struct Axis {
    std::string name;
    double meters = 1; ///< radians for degrees
};

/// The part of a CRS that has axes: the horizontal one, without towgs84 around it.
Projection horizontal(pj_ctx* context, Projection crs)
{
    for (;;) {
        switch (proj_get_type(crs.get())) {
        case PJ_TYPE_BOUND_CRS:
            crs.reset(proj_get_source_crs(context, crs.get()));
            break;
        case PJ_TYPE_COMPOUND_CRS:
            crs.reset(proj_crs_get_sub_crs(context, crs.get(), 0));
            break;
        default:
            return crs;
        }
    }
}

std::optional<Axis> first_axis(pj_ctx* context, PJ const* crs)
{
    Projection const system{proj_crs_get_coordinate_system(context, crs)};
    char const* name = nullptr;
    double unit = 1;
    if (!system || proj_cs_get_axis_info(context, system.get(), 0, &name, nullptr, nullptr, &unit,
                                         nullptr, nullptr, nullptr) == 0) {
        return std::nullopt;
    }
    return Axis{name != nullptr ? name : "", unit};
}

bool is_geographic_type(PJ_TYPE type) noexcept
{
    return type == PJ_TYPE_GEOGRAPHIC_2D_CRS || type == PJ_TYPE_GEOGRAPHIC_3D_CRS;
}

/// Units may be grads.
WorldEdge geographic_edge(std::optional<Axis> const& axis) noexcept
{
    double const unit = axis ? axis->meters : 0;
    double const half_circle = unit > 0 ? std::numbers::pi / unit : 180;
    return {true, std::abs(half_circle - 180) < 1e-6 ? 180 : half_circle};
}

bool is_used_worldwide(pj_ctx* context, PJ const* crs)
{
    constexpr double unknown = -1000;
    constexpr double all = 359.9; // some end slightly before the antimeridian
    double west = unknown;
    double east = unknown;
    return proj_get_area_of_use(context, crs, &west, nullptr, &east, nullptr, nullptr) != 0 &&
           west != unknown && east - west >= all;
}

/// Straight where the antimeridian of Greenwich has one x at all latitudes.
WorldEdge projected_edge(pj_ctx* context, PJ const* crs, PJ const* east_north)
{
    if (!is_used_worldwide(context, crs)) {
        return {};
    }
    Projection const base{proj_crs_get_geodetic_crs(context, crs)};
    Projection const lon_lat{base ? proj_normalize_for_visualization(context, base.get())
                                  : nullptr};
    Projection const pipeline{lon_lat ? proj_create_crs_to_crs_from_pj(context, lon_lat.get(),
                                                                       east_north, nullptr, nullptr)
                                      : nullptr};
    if (!pipeline) {
        return {.is_worldwide = true};
    }
    auto const x_of = [&](double lon, double lat) {
        return proj_trans(pipeline.get(), PJ_FWD, proj_coord(lon, lat, 0, 0)).xy.x;
    };
    double const x = x_of(180, 0);
    auto const is_same = [&](double other) { return std::abs(other - x) <= 1e-9 * std::abs(x); };
    bool const is_straight =
        x > 0 && is_same(x_of(180, 60)) && is_same(x_of(180, -60)) && is_same(-x_of(-180, 0));
    return {true, is_straight ? x : 0};
}

std::string const& no_text() noexcept
{
    static std::string const empty;
    return empty;
}

std::string quoted(std::span<std::string const> arguments)
{
    std::string text = "\"";
    for (auto const& argument : arguments) {
        text += (text.size() > 1 ? " " : "") + argument;
    }
    return text + "\"";
}

} // namespace

/// Makes definitions and remembers those of this thread; the states are shared and never change.
class DefinitionCache {
public:
    /// \throws Error of `kind`
    static Definition get(Name const& name, ErrorKind kind)
    {
        thread_local RecentlyUsed<Definition> recent{64};
        auto const key = name.authority_code + '\n' + name.proj_text + '\n' + name.init_text;
        if (auto const* const found = recent.find(key)) {
            return *found;
        }
        return recent.insert(key, make(name, kind));
    }

private:
    static Definition make(Name name, ErrorKind kind)
    {
        auto& proj = ProjThread::current();
        auto* const context = proj.context();
        Projection whole{proj_create(context, name.proj_text.c_str())};
        if (!whole && !name.init_text.empty()) {
            whole.reset(proj_create(context, name.init_text.c_str()));
            if (whole) {
                name = {.proj_text = name.init_text, .authority_code = {}};
            }
        }
        if (!whole || proj_is_crs(whole.get()) == 0) {
            auto const reason = whole ? "not a coordinate reference system" : proj.last_error();
            throw Error{kind, "projection \"" + name.proj_text + "\": " + reason};
        }
        auto const crs = horizontal(context, std::move(whole));
        if (!crs) {
            throw Error{kind, "projection \"" + name.proj_text + "\": no horizontal part"};
        }
        auto state = std::make_shared<Definition::State>();
        state->proj_text = name.proj_text;
        state->authority_code = name.authority_code;
        state->key = canonical_key(name);
        state->is_geographic = is_geographic_type(proj_get_type(crs.get()));

        auto const axis = first_axis(context, crs.get());
        Projection const east_north{proj_normalize_for_visualization(context, crs.get())};
        auto const east = east_north ? first_axis(context, east_north.get()) : std::nullopt;
        state->is_axis_inverted = axis && east && axis->name != east->name;
        // WMS 1.3.0 (OGC 06-042) 7.2.4.6.9 measures degrees along the equator as well.
        state->meters_per_unit = state->is_geographic ? equator_radius * std::numbers::pi / 180
                                 : axis               ? axis->meters
                                                      : 1;
        state->world_edge =
            state->is_geographic
                ? geographic_edge(axis)
                : projected_edge(context, crs.get(), east_north ? east_north.get() : crs.get());
        return Definition{std::move(state)};
    }
};

std::string const& Definition::proj_text() const noexcept
{
    return m_state ? m_state->proj_text : no_text();
}

std::string const& Definition::authority_code() const noexcept
{
    return m_state ? m_state->authority_code : no_text();
}

bool Definition::is_geographic() const
{
    return m_state && m_state->is_geographic;
}

bool Definition::is_axis_inverted() const
{
    return m_state && m_state->is_axis_inverted;
}

WorldEdge Definition::world_edge() const
{
    return m_state ? m_state->world_edge : WorldEdge{};
}

double Definition::meters_per_unit() const
{
    return m_state ? m_state->meters_per_unit : 1;
}

bool operator==(Definition const& a, Definition const& b) noexcept
{
    if (a.m_state == b.m_state) {
        return true;
    }
    return a.m_state && b.m_state && a.m_state->key == b.m_state->key;
}

Definition parse(std::span<std::string const> arguments)
{
    bool const is_blank =
        std::all_of(arguments.begin(), arguments.end(), [](std::string const& text) {
            return text.find_first_not_of(" \t\r\n") == std::string::npos;
        });
    if (is_blank) {
        return {};
    }
    auto const name = name_of(arguments);
    if (!name) {
        throw Error{ErrorKind::BadMapfile, "unknown projection " + quoted(arguments)};
    }
    return DefinitionCache::get(*name, ErrorKind::BadMapfile);
}

Definition parse(std::string_view text)
{
    std::string const argument{text};
    return parse(std::span{&argument, 1});
}

Definition parse_request(std::string_view text)
{
    auto name = auto_name(text);
    if (!name) {
        name = authority_name(text);
    }
    if (!name) {
        throw Error{ErrorKind::BadRequest, "unknown coordinate reference system"};
    }
    return DefinitionCache::get(*name, ErrorKind::BadRequest);
}

} // namespace ms::crs
