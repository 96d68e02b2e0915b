// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "ows/wcs/bands.hpp"
#include "ows/wcs/grid.hpp"
#include "ows/wcs/parse_request.hpp"
#include "ows/wcs/version.hpp"
#include "sent_request.hpp"

#include <cmath>
#include <cstdlib>
#include <string_view>

namespace {

using namespace ms;
using namespace ms::ows;

/// Three bands of 40 x 30 pixels in degrees.
wcs::Coverage example(mapfile::Layer const& layer)
{
    return {.layer = &layer,
            .system_name = "EPSG:4326",
            .system = crs::parse_request("EPSG:4326"),
            .extent = {0, 0, 40, 30},
            .size = {40, 30},
            .cell_x = 1,
            .cell_y = 1,
            .bands = 3};
}

wcs::Grid grid_of(wcs::Request const& request, wcs::Coverage const& coverage)
{
    auto const family = wcs::family_of(request.version);
    if (family == wcs::Family::V20) {
        return wcs::grid_20(request, coverage);
    }
    if (!request.box || request.crs.empty()) {
        throw Error{ErrorKind::BadRequest, "no box"};
    }
    return family == wcs::Family::V11 ? wcs::grid_11(request, coverage)
                                      : wcs::grid_10(request, coverage);
}

} // namespace

// A WCS request as XML, if it begins like XML, else as parameters; then its grid and bands. A grid
// has pixels, and edges that are numbers; a request has a bounded number of bands.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    std::string_view const text{reinterpret_cast<char const*>(data), size};
    try {
        auto const request = fuzz::sent_request(text);
        RequestDocument document{request};
        auto envelope = wcs::parse_envelope(request.parameters, document);
        envelope.request.version = wcs::required_version(envelope.request.version);
        if (envelope.document.name.empty()) {
            wcs::read_parameters(request.parameters, envelope.request);
        } else {
            wcs::read_xml(envelope.document, envelope.request);
        }
        mapfile::Layer const layer;
        auto const coverage = example(layer);
        auto const sampling = wcs::sampling_of(envelope.request, coverage);
        if (sampling.bands.empty() || sampling.bands.size() > 10'000) {
            std::abort();
        }
        auto const grid = grid_of(envelope.request, coverage);
        if (grid.size.width < 1 || grid.size.height < 1 || !std::isfinite(grid.edges.width()) ||
            !std::isfinite(grid.edges.height())) {
            std::abort();
        }
    } catch (Error const&) {
        return 0;
    }
    return 0;
}
