// SPDX-License-Identifier: MIT
#include "ows/common/language.hpp"

#include "base/string.hpp"
#include "mapfile/substitute.hpp"
#include "ows/common/per_map_cache.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ms::ows {

namespace {

constexpr std::string_view for_all_services = "ows_";

/// As in MapServer, a translation for all services outranks what one of them says in no language.
void set_for_services(mapfile::StringMap& metadata, std::string_view key, std::string_view value,
                      std::string_view suffix)
{
    for (std::string_view const prefix : {"wms_", "wfs_", "wcs_", "oga_"}) {
        auto const own = std::string{prefix}.append(key);
        if (metadata.find(own) != nullptr && metadata.find(own + std::string{suffix}) == nullptr) {
            metadata.set(own, value);
        }
    }
}

void translate(mapfile::StringMap& metadata, std::string_view suffix)
{
    std::vector<std::pair<std::string, std::string>> translated;
    for (auto const& [key, value] : metadata.entries) {
        auto const length = key.size() - std::min(key.size(), suffix.size());
        if (length > 0 && equals_ignoring_case(std::string_view{key}.substr(length), suffix)) {
            translated.emplace_back(key.substr(0, length), value);
        }
    }
    for (auto const& [key, value] : translated) {
        if (starts_with_ignoring_case(key, for_all_services)) {
            set_for_services(metadata, std::string_view{key}.substr(for_all_services.size()), value,
                             suffix);
        }
        metadata.set(key, value);
    }
}

} // namespace

std::vector<std::string> languages_of(mapfile::Map const& map, Service service)
{
    return split_list(value_of(service, map.web.metadata, "languages"));
}

std::string language_of(mapfile::Map const& map, http::Parameters const& parameters,
                        Service service)
{
    auto const languages = languages_of(map, service);
    auto const requested = parameters.value("LANGUAGE");
    auto const found = std::ranges::find_if(languages, [&](std::string const& language) {
        return equals_ignoring_case(language, requested);
    });
    if (found != languages.end()) {
        return *found;
    }
    return languages.empty() ? std::string{} : languages.front();
}

std::shared_ptr<mapfile::Map const> in_language(mapfile::Map const& map, std::string_view language,
                                                Metadata metadata)
{
    auto copy = std::make_shared<mapfile::Map>(map);
    for (auto& layer : copy->layers) {
        mapfile::replace_token(layer, "language", language);
    }
    if (metadata == Metadata::Translated) {
        auto const suffix = '.' + std::string{language};
        translate(copy->web.metadata, suffix);
        for (auto& layer : copy->layers) {
            translate(layer.metadata, suffix);
        }
    }
    mapfile::freeze(*copy, map.expressions);
    return copy;
}

Call in_language(Call const& call, std::string_view language, Metadata metadata)
{
    auto const make = [&] { return in_language(*call.map, language, metadata); };
    auto const key = fmt::format("{} {}", static_cast<int>(metadata), to_lower(language));
    auto translated = call;
    translated.map = call.per_map ? call.per_map->translated(key, make) : make();
    return translated;
}

} // namespace ms::ows
