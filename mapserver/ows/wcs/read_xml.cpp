// SPDX-License-Identifier: MIT
#include "base/string.hpp"
#include "ows/wcs/parse_request.hpp"
#include "ows/wcs/read_values.hpp"
#include "ows/wcs/version.hpp"
#include "ows/wcs/wcs_exception.hpp"

#include <algorithm>

namespace ms::ows::wcs {

namespace {

constexpr std::size_t max_coverages = 1000;

std::string attribute_of(XmlNode const& node, std::string_view name)
{
    auto const* const value = node.attribute(name);
    return value == nullptr ? std::string{} : *value;
}

bool has_name(XmlNode const& node, std::string_view name)
{
    return equals_ignoring_case(node.name, name);
}

void add_coverage(XmlNode const& node, Request& request)
{
    request.has_coverages = true;
    if (request.coverages.size() >= max_coverages) {
        throw WcsException{invalid_value, "coverage", in_parse, "Too many coverages."};
    }
    request.coverages.push_back(node.text());
}

void read_capabilities(XmlNode const& root, Request& request)
{
    for (auto const& child : root.children) {
        if (has_name(child, "UpdateSequence")) {
            request.update_sequence = child.text();
        } else if (has_name(child, "Sections")) {
            for (auto const& section : child.children) {
                if (has_name(section, "Section")) {
                    request.sections.push_back(section.text());
                }
            }
        }
    }
}

void read_domain(XmlNode const& domain, Request& request)
{
    auto const* const box = domain.child("BoundingBox");
    if (box == nullptr) {
        return;
    }
    auto const low = pair_of(box->text_of("LowerCorner"), "LowerCorner");
    auto const high = pair_of(box->text_of("UpperCorner"), "UpperCorner");
    request.box = {low[0], low[1], high[0], high[1]};
    request.crs = attribute_of(*box, "crs");
}

void read_output(XmlNode const& output, Request& request)
{
    if (auto const* const format = output.attribute("format")) {
        request.format = *format;
    }
    auto const* const grid = output.child("GridCRS");
    if (grid == nullptr) {
        return;
    }
    if (auto const text = grid->text_of("GridOffsets"); !text.empty()) {
        request.resolution = offsets_of(text);
    }
    if (auto const text = grid->text_of("GridOrigin"); !text.empty()) {
        request.origin = pair_of(text, "GridOrigin");
    }
}

/// <FieldSubset>s in the form of the parameter: "raster:bilinear[bands[1,2]]".
std::string range_subset_of(XmlNode const& range)
{
    std::string text;
    for (auto const& field : range.children) {
        if (!has_name(field, "FieldSubset")) {
            continue;
        }
        text += (text.empty() ? "" : ";") + field.text_of("Identifier");
        if (auto const method = field.text_of("InterpolationType"); !method.empty()) {
            text += ":" + method;
        }
        if (auto const* const axis = field.child("AxisSubset")) {
            std::string keys;
            for (auto const& key : axis->children) {
                keys += has_name(key, "Key") ? (keys.empty() ? "" : ",") + key.text() : "";
            }
            text += "[" + axis->text_of("Identifier") + "[" + keys + "]]";
        }
    }
    return text;
}

void read_11(XmlNode const& root, Request& request)
{
    for (auto const& child : root.children) {
        if (has_name(child, "Identifier")) {
            add_coverage(child, request);
        } else if (has_name(child, "DomainSubset")) {
            read_domain(child, request);
        } else if (has_name(child, "RangeSubset")) {
            request.range_subset = range_subset_of(child);
        } else if (has_name(child, "Output")) {
            read_output(child, request);
        }
    }
}

Subset subset_of(XmlNode const& node)
{
    bool const is_slice = has_name(node, "DimensionSlice");
    auto const* const dimension = node.child("Dimension");
    Subset subset{.axis = dimension == nullptr ? std::string{} : dimension->text(),
                  .crs = dimension == nullptr ? std::string{} : attribute_of(*dimension, "crs"),
                  .low = bound_of(node.text_of(is_slice ? "SlicePoint" : "TrimLow")),
                  .is_slice = is_slice};
    subset.high = is_slice ? std::nullopt : bound_of(node.text_of("TrimHigh"));
    check_order(subset);
    return subset;
}

void read_scaling(XmlNode const& scaling, Request& request)
{
    if (auto const* const all = scaling.child("ScaleByFactor")) {
        request.scales.push_back(
            {.factor = positive_of(all->text_of("scaleFactor"), "scaleFactor")});
    }
    auto const each_of = [&](std::string_view parent, auto const& add) {
        if (auto const* const node = scaling.child(parent)) {
            for (auto const& axis : node->children) {
                if (!axis.is_text()) {
                    add(axis);
                }
            }
        }
    };
    each_of("ScaleAxesByFactor", [&](XmlNode const& axis) {
        request.scales.push_back(
            {.axis = axis.text_of("axis"),
             .factor = positive_of(axis.text_of("scaleFactor"), "scaleFactor")});
    });
    each_of("ScaleToSize", [&](XmlNode const& axis) {
        request.scales.push_back(
            {.axis = axis.text_of("axis"), .size = size_of(axis.text_of("targetSize"))});
    });
    each_of("ScaleToExtent", [&](XmlNode const& axis) {
        request.scales.push_back(
            {.axis = axis.text_of("axis"),
             .size = size_of(axis.text_of("high")) - size_of(axis.text_of("low"))});
    });
}

std::vector<std::string> range_items_of(XmlNode const& subset)
{
    std::vector<std::string> items;
    for (auto const& item : subset.children) {
        if (auto const* const interval = item.child("RangeInterval")) {
            items.push_back(interval->text_of("startComponent") + ":" +
                            interval->text_of("endComponent"));
        } else if (!item.is_text()) {
            items.push_back(item.text_of("RangeComponent"));
        }
    }
    return items;
}

void read_extension(XmlNode const& extension, Request& request)
{
    for (auto const& child : extension.children) {
        if (has_name(child, "subsettingCrs")) {
            request.subsetting_crs = child.text();
        } else if (has_name(child, "outputCrs")) {
            request.output_crs = child.text();
        } else if (has_name(child, "Scaling")) {
            read_scaling(child, request);
        } else if (has_name(child, "Interpolation")) {
            request.interpolation = child.text_of("globalInterpolation");
        } else if (has_name(child, "rangeSubset")) {
            request.range_items = range_items_of(child);
        } else if (has_name(child, "parameters")) { // of GeoTIFF
            for (auto const& parameter : child.children) {
                if (!parameter.is_text()) {
                    request.geotiff.emplace_back(to_lower(parameter.name), parameter.text());
                }
            }
        }
    }
}

void read_20(XmlNode const& root, Request& request)
{
    for (auto const& child : root.children) {
        if (has_name(child, "CoverageId")) {
            add_coverage(child, request);
        } else if (has_name(child, "format")) {
            request.format = child.text();
        } else if (has_name(child, "mediaType")) {
            request.is_multipart = child.text().starts_with("multipart/");
        } else if (has_name(child, "DimensionTrim") || has_name(child, "DimensionSlice")) {
            request.subsets.push_back(subset_of(child));
        } else if (has_name(child, "Size")) {
            request.scales.push_back(
                {.axis = attribute_of(child, "dimension"), .size = size_of(child.text())});
        } else if (has_name(child, "Resolution")) {
            request.scales.push_back({.axis = attribute_of(child, "dimension"),
                                      .resolution = positive_of(child.text(), "resolution")});
        } else if (has_name(child, "Interpolation")) {
            request.interpolation = child.text();
        } else if (has_name(child, "OutputCRS")) {
            request.output_crs = child.text();
        } else if (has_name(child, "Extension")) {
            read_extension(child, request);
        }
    }
}

} // namespace

void read_xml(XmlNode const& root, Request& request)
{
    if (has_name(root, "GetCapabilities")) {
        read_capabilities(root, request);
    } else if (family_of(request.version) == Family::V20) {
        read_20(root, request);
    } else {
        read_11(root, request);
    }
}

} // namespace ms::ows::wcs
