// SPDX-License-Identifier: MIT
#include "script/projection.hpp"

#include "base/string.hpp"
#include "crs/proj_arguments.hpp"
#include "script/constants.hpp"
#include "script/error.hpp"

namespace ms::script {

namespace {

/// What PROJ does not know is an error of its own to scripts.
template <typename Work>
auto with_proj(Work work)
{
    return failing_as(MS_PROJERR, "msProcessProjection()", "", work);
}

crs::Definition definition_of(mapfile::Projection const& projection)
{
    return with_proj([&] { return crs::parse(projection.arguments, {}); });
}

crs::Definition definition_of(projectionObj const* projection)
{
    return projection == nullptr ? crs::Definition{} : projection->definition();
}

} // namespace

void set_projection(mapfile::Projection& projection, Text const& text)
{
    auto arguments = with_proj([&] { return crs::arguments_of_text(text.str()); });
    if (arguments.empty()) {
        projection.arguments.clear();
        throw Failure{MS_PROJERR, "msLoadProjectionString()", "The projection is empty."};
    }
    mapfile::Projection read{.arguments = std::move(arguments)};
    if (!read.is_auto()) {
        static_cast<void>(definition_of(read));
    }
    projection.arguments = std::move(read.arguments);
}

void set_wkt_projection(mapfile::Projection& projection, Text const& wkt)
{
    fail_if(trim(wkt.str()).empty(), MS_PROJERR, "OSRImportFromWkt()", "The text is empty.");
    projection.arguments = with_proj([&] { return crs::arguments_of_wkt(wkt.str()); });
}

crs::PathProjector projector(projectionObj const* from, projectionObj const* to)
{
    return {definition_of(from), definition_of(to)};
}

projectionObj::projectionObj(Text const& proj4)
{
    set_projection(model, proj4);
}

crs::Definition projectionObj::definition() const
{
    return definition_of(model);
}

int projectionObj::getUnits() const
{
    auto const crs = definition();
    if (!crs.is_defined()) {
        return MS_UNKNOWN;
    }
    if (crs.is_geographic()) {
        return MS_DD;
    }
    auto const meters = crs.meters_per_unit();
    return meters == 1 ? MS_METERS : meters > 0.3 && meters < 0.31 ? MS_FEET : MS_UNKNOWN;
}

int projectionObj::setWKTProjection(Text const& wkt)
{
    set_wkt_projection(model, wkt);
    return MS_SUCCESS;
}

int projectionObj::get_automatic() const
{
    return model.is_auto() ? MS_TRUE : MS_FALSE;
}

} // namespace ms::script
