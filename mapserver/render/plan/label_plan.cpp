// SPDX-License-Identifier: MIT
#include "render/plan/label_plan.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "base/to_utf8.hpp"
#include "source/layer_error.hpp"
#include "style/label_style.hpp"
#include "style/text_of.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ms::render {

std::vector<std::filesystem::path> font_files(mapfile::Map const& map, mapfile::Label const& label,
                                              std::string_view font)
{
    std::vector<std::filesystem::path> files;
    if (trim(font).empty()) {
        return files;
    }
    // "ar:naskh" is for Arabic only: the fonts for all scripts precede it.
    auto names = split(font, ',');
    std::ranges::stable_partition(
        names, [](std::string_view name) { return name.find(':') == std::string_view::npos; });
    for (auto name : names) {
        name.remove_prefix(name.find(':') == std::string_view::npos ? 0 : name.find(':') + 1);
        auto const* const entry = map.find_font(trim(name));
        if (entry == nullptr) {
            // MapServer places labels after drawing all layers, and its message names no layer.
            throw source::LayerError{
                ErrorKind::BadMapfile,
                fmt::format("{}: LABEL: {} has no font \"{}\"", map.where(label.at),
                            map.font_set_path.empty() ? "a map without FONTSET" : "the FONTSET",
                            trim(name)),
                source::PublicText{fmt::format("msGetFontFace(): General error message. Could not "
                                               "find font with key \"{}\" in fontset",
                                               trim(name))}};
        }
        files.push_back(entry->path);
    }
    return files;
}

std::vector<LabelPlan> plan_labels(mapfile::Map const& map, mapfile::Layer const& layer,
                                   mapfile::Expressions const& expressions,
                                   mapfile::Class const& owner, double scale_denominator,
                                   std::vector<std::string>& fields,
                                   std::vector<std::string>& notes)
{
    std::vector<LabelPlan> plans;
    auto const note = [&](mapfile::Position const& at, std::string_view what) {
        notes.push_back(
            fmt::format("{}: layer \"{}\": {} is not drawn", map.where(at), layer.name, what));
    };
    for (std::size_t i = 0; i < owner.labels.size(); ++i) {
        auto const& label = owner.labels[i];
        if (!style::is_in_scale(scale_denominator, label.min_scale_denominator,
                                label.max_scale_denominator)) {
            continue;
        }
        if (auto const part = style::undrawn_part(map, label); !part.empty()) {
            note(label.at, part);
        }
        try {
            style::collect_fields(label, fields, expressions);
            if (auto const fault = style::text_fault(layer, owner, label, expressions);
                !fault.empty()) {
                note(label.at, "a LABEL (" + fault + ")"); // like MapServer
                continue;
            }
            style::collect_text_fields(layer, owner, label, fields, expressions);
            if (!label.encoding.empty() && !ToUtf8::from(label.encoding)) {
                throw Error{ErrorKind::BadMapfile,
                            fmt::format("ENCODING \"{}\" is unknown", label.encoding)};
            }
        } catch (Error const& error) {
            throw Error{error.kind(),
                        fmt::format("{}: LABEL: {}", map.where(label.at), error.what())};
        }
        plans.push_back({.label_index = i});
    }
    return plans;
}

} // namespace ms::render
