// SPDX-License-Identifier: MIT
#include "base/string.hpp"
#include "ows/common/update_sequence.hpp"
#include "ows/wcs/documents.hpp"
#include "ows/wcs/operations.hpp"
#include "ows/wcs/version.hpp"
#include "ows/wcs/wcs_exception.hpp"

#include <fmt/format.h>

#include <set>

namespace ms::ows::wcs {

namespace {

/// The words of the three families for the same things.
struct Wording {
    std::string_view capabilities; ///< MapServer's routine
    std::string_view description;
};

Wording wording_of(Family family)
{
    switch (family) {
    case Family::V10:
        return {"msWCSGetCapabilities()", "msWCSDescribeCoverage()"};
    case Family::V11:
        return {"msWCSGetCapabilities11()", "msWCSDescribeCoverage11()"};
    default:
        return {"msWCSGetCapabilities20()", "msWCSDescribeCoverage20()"};
    }
}

void check_update_sequence(Call const& call, Request const& request)
{
    auto const ours = ows::value_of(Service::Wcs, call.map->web.metadata, "updatesequence");
    auto const& theirs = request.update_sequence;
    if (ours.empty() || theirs.empty()) {
        return;
    }
    auto const order = compare_update_sequences(theirs, ours);
    if (order >= 0) {
        throw WcsException{order == 0 ? "CurrentUpdateSequence" : "InvalidUpdateSequence",
                           "updatesequence", wording_of(family_of(request.version)).capabilities,
                           fmt::format("UPDATESEQUENCE parameter ({}) is {} server ({})",
                                       theirs.substr(0, 100),
                                       order == 0 ? "equal to" : "higher than", ours)};
    }
}

[[noreturn]] void refuse(Family family, std::string_view name)
{
    auto const routine = wording_of(family).description;
    auto const shown = name.substr(0, 100);
    if (family == Family::V20) {
        throw WcsException{"NoSuchCoverage", "coverage", routine,
                           fmt::format("Unknown coverage: ({})", shown), ErrorKind::NotFound};
    }
    throw WcsException{"CoverageNotDefined", "coverage",
                       family == Family::V11 ? "msWCSDescribeCoverage()" : routine,
                       fmt::format("COVERAGE {} cannot be opened / does not exist{}", shown,
                                   family == Family::V10
                                       ? ". A layer might be disabled for this request. Check "
                                         "wcs/ows_enable_request settings."
                                       : "")};
}

std::vector<Coverage> described_coverages(Call const& call, Request const& request)
{
    auto const family = family_of(request.version);
    std::vector<Coverage> coverages;
    std::set<std::string_view> names; // a client may repeat one as often as its URL has room
    for (auto const& name : request.coverages) {
        call.services.deadline.check();
        if (!names.insert(name).second) {
            continue;
        }
        auto const layer = find_coverage(*call.map, name, "DescribeCoverage");
        if (!layer) {
            refuse(family, name);
        }
        coverages.push_back(coverage_of(call, *layer));
    }
    if (!coverages.empty()) {
        return coverages;
    }
    if (family == Family::V20) {
        throw WcsException{missing_value, "coverage", wording_of(family).description,
                           "Missing COVERAGEID parameter."};
    }
    if (family == Family::V10 && request.has_coverages) {
        refuse(family, "");
    }
    for (auto const layer : coverage_layers(*call.map, "DescribeCoverage")) {
        call.services.deadline.check();
        coverages.push_back(coverage_of(call, layer));
    }
    return coverages;
}

http::Response xml_response(std::string const& text)
{
    return http::text_response(200, "text/xml; charset=UTF-8", text);
}

} // namespace

http::Response get_capabilities(Call const& call, Request const& request)
{
    check_update_sequence(call, request);
    switch (family_of(request.version)) {
    case Family::V10:
        return xml_response(capabilities_10(call, request));
    case Family::V11:
        return xml_response(capabilities_11(call, request));
    default:
        return xml_response(capabilities_20(call, request));
    }
}

http::Response describe_coverage(Call const& call, Request const& request)
{
    auto const coverages = described_coverages(call, request);
    switch (family_of(request.version)) {
    case Family::V10:
        return xml_response(description_10(call, coverages));
    case Family::V11:
        return xml_response(description_11(call, coverages));
    default:
        return xml_response(description_20(call, coverages));
    }
}

} // namespace ms::ows::wcs
