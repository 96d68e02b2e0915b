// SPDX-License-Identifier: MIT
#include "mapfile/check.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "mapfile/pattern.hpp"
#include "mapfile/walk.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace ms::mapfile {

namespace {

/// MINSCALEDENOM and MAXSCALEDENOM of anything that has them.
void check_scales(auto const& part, std::string const& name, ProblemList& problems)
{
    if (part.max_scale_denominator > 0 &&
        part.min_scale_denominator >= part.max_scale_denominator) {
        problems.warning(part.at,
                         name + " is never drawn: MINSCALEDENOM is not below MAXSCALEDENOM");
    }
}

void check_all_scales(Map const& map, ProblemList& problems)
{
    for (auto const& layer : map.layers) {
        check_scales(layer, "LAYER", problems);
        for (auto const& klass : layer.classes) {
            check_scales(klass, "CLASS", problems);
            for_each_style_of(
                klass, [&problems](Style const& style) { check_scales(style, "STYLE", problems); });
            for (auto const& label : klass.labels) {
                check_scales(label, "LABEL", problems);
            }
        }
    }
}

void check_patterns(StringMap const& validation, Position const& at, ProblemList& problems)
{
    for (auto const& [name, pattern] : validation.entries) {
        if (starts_with_ignoring_case(name, "default_") ||
            equals_ignoring_case(name, "immutable")) {
            continue;
        }
        try {
            Pattern const compiled{pattern};
        } catch (Error const& error) {
            problems.error(at, "VALIDATION \"" + name + "\": " + error.what());
        }
    }
}

/// Keys with an effect, as docs/keys.md lists them.
constexpr std::array<std::string_view, 5> config_keys{"MS_NONSQUARE", "MS_ENCRYPTION_KEY",
                                                      "PROJ_DATA", "PROJ_LIB", "ON_MISSING_DATA"};

void check_config(Map const& map, ProblemList& problems)
{
    for (auto const& [key, value] : map.config.entries) {
        bool const is_known = std::ranges::any_of(config_keys, [&key](std::string_view known) {
            return equals_ignoring_case(known, key);
        });
        if (is_known) {
            continue;
        }
        bool const is_log = equals_ignoring_case(key, "MS_ERRORFILE");
        problems.warning(map.at,
                         "CONFIG \"" + key + "\" has no effect" +
                             (is_log ? ": a server has one log for all maps, which MS_ERRORFILE "
                                       "and MS_DEBUGLEVEL of the CONFIG file or the environment set"
                                     : ""));
    }
}

/// Which of GDAL's drivers read the images of another WMS: none does here.
void check_cascaded_drivers(Map const& map, ProblemList& problems)
{
    for (auto const& layer : map.layers) {
        if (layer.metadata.find("wms_allowed_gdal_drivers") != nullptr) {
            problems.warning(layer.at,
                             "METADATA \"wms_allowed_gdal_drivers\" has no effect: this server "
                             "decodes the images of other servers itself, PNG, JPEG and GIF");
        }
    }
}

} // namespace

void check_validation(Map const& map, ProblemList& problems)
{
    check_patterns(map.web.validation, map.web.at, problems);
    for (auto const& layer : map.layers) {
        check_patterns(layer.validation, layer.at, problems);
        for (auto const& klass : layer.classes) {
            check_patterns(klass.validation, klass.at, problems);
        }
    }
}

std::vector<Problem> check(Map const& map)
{
    ProblemList problems{map.origin};
    check_references(map, problems);
    check_sources(map, problems);
    check_expressions(map, problems);
    check_validation(map, problems);
    check_all_scales(map, problems);
    check_config(map, problems);
    check_cascaded_drivers(map, problems);
    return problems.problems();
}

} // namespace ms::mapfile
