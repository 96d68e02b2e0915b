// SPDX-License-Identifier: MIT
// Applies requests and documents to a map: GetMap parameters, styled layer descriptors and values
// for %name%.
#include "base/error.hpp"
#include "mapfile/substitute.hpp"
#include "ows/wms/drawing.hpp"
#include "ows/wms/parameters.hpp"
#include "script/attribute.hpp"
#include "script/convert.hpp"
#include "script/map.hpp"
#include "script/projection.hpp"
#include "script/request.hpp"
#include "script/services.hpp"
#include "server/remote/remote_file.hpp"
#include "sld/document.hpp"
#include "sld/write.hpp"

#include <algorithm>
#include <numeric>

namespace ms::script {

namespace {

/// Gives the layers new blocks; those beyond the layers there are become new ones.
void replace_layers(mapObj& map, std::vector<mapfile::Layer> const& blocks)
{
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        if (i < map.layers.size()) {
            map.layers[i]->lift(blocks[i]);
        } else {
            map.insertLayer(part_of<layerObj>(blocks[i]), -1);
        }
    }
}

void substitute(mapObj& map, mapfile::StringMap const& values)
{
    auto const frozen = map.freeze();
    std::vector<std::string> rejected;
    mapfile::Substitutions const substitutions{.parameters = values, .rejected = &rejected};
    std::vector<mapfile::Layer> blocks;
    for (auto const& layer : frozen->layers) {
        blocks.push_back(mapfile::substitute(*frozen, layer, substitutions));
    }
    auto web = mapfile::substitute(*frozen, frozen->web, substitutions);
    if (!rejected.empty()) {
        throw Failure{MS_REGEXERR, "msApplySubstitutions()", rejected.front()};
    }
    replace_layers(map, blocks);
    map.web.lift(std::move(web));
}

/// The document at a URL. The script has chosen it: unlike a client's (SLD=), it may lead anywhere.
Text fetched(Text const& url)
{
    constexpr std::size_t max_bytes = std::size_t{1} << 20U; // as of wms_remote_sld_max_bytes
    constexpr std::string_view slashes = "://";
    std::string_view host = url.str();
    host.remove_prefix(std::min(host.size(), host.find(slashes)));
    host.remove_prefix(std::min(host.size(), slashes.size()));
    host = host.substr(0, host.find_first_of("/?#"));
    return failing_as(MS_WMSERR, "msSLDApplySLDURL()", "Could not open SLD " + url.str() + ": ",
                      [&] {
                          Unlocked const unlocked;
                          server::RemoteHosts const anywhere{std::string{host} + " 0.0.0.0/0 ::/0"};
                          return server::get_remote_file(anywhere, url.str(), max_bytes);
                      });
}

void style(mapObj& map, Text const& sld, sld::IsMeant const& is_meant)
{
    std::vector<std::string> notes;
    auto const frozen = map.freeze();
    auto const document =
        failing_as(MS_WMSERR, "msSLDApplySLD()",
                   "Invalid SLD document: ", [&sld] { return sld::parse(sld.str()); });
    auto const styled = sld::styled(*frozen, document, is_meant, notes);
    for (std::size_t i = frozen->symbols.size(); i < styled->symbols.size(); ++i) {
        map.symbolset.appendSymbol(part_of<symbolObj>(styled->symbols[i]));
    }
    replace_layers(map, styled->layers);
}

/// Without the XML declaration: scripts search the element at the beginning.
std::string sld_of(mapfile::Map const& map, std::vector<std::size_t> const& layers,
                   sld::Version version)
{
    auto text = sld::write(map, layers, version);
    return text.substr(std::min(text.find("<StyledLayerDescriptor"), text.size()));
}

/// The layers that are drawn, in their order, before the others.
std::vector<int> order_with(std::vector<render::LayerChoice> const& choices, std::size_t count)
{
    std::vector<int> order;
    auto const add = [&order](int index) {
        if (std::ranges::find(order, index) == order.end()) {
            order.push_back(index);
        }
    };
    for (auto const& choice : choices) {
        add(static_cast<int>(choice.layer));
    }
    for (int i = 0; i < static_cast<int>(count); ++i) {
        add(i);
    }
    return order;
}

} // namespace

int mapObj::loadOWSParameters(OWSRequest& req, Text const& wmtver_string)
{
    if (req.getValueByName("VERSION").is_null()) {
        req.setParameter("VERSION", wmtver_string);
    }
    auto const request = req.as_http();
    auto const frozen = freeze();
    auto const drawing = [&] {
        try {
            return ows::wms::resolve(ows::wms::parse_get_map(request.parameters, *frozen),
                                     request.parameters, *frozen);
        } catch (Error const& error) {
            throw wms_failure(error.what(), "msWMSLoadGetMapParams()");
        }
    }();
    block.size = *drawing.view.size;
    extent = rectObj{*drawing.view.extent};
    set_projection(block.projection, drawing.view.crs->proj_text());
    auto const of_crs = projectionObj{drawing.view.crs->proj_text()}.getUnits();
    if (of_crs != MS_UNKNOWN) {
        set_by_number(block.units, of_crs);
    }
    touch();
    auto const& chosen = *drawing.overrides.layers;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        bool const is_chosen =
            std::ranges::find(chosen, i, &render::LayerChoice::layer) != chosen.end();
        auto& status = layers[i]->block.status;
        if (status != mapfile::Status::Default) {
            set<int>(*layers[i], "status", status, is_chosen ? MS_ON : MS_OFF);
        }
    }
    layerorder = order_with(chosen, layers.size());
    selectOutputFormat(drawing.format.name);
    if (auto format = req.getValueByName("FORMAT"); !format.is_null()) {
        imagetype = std::move(format);
    }
    if (auto const is_transparent = drawing.overrides.is_transparent) {
        set<int>(*outputformat, "transparent", Transparency{outputformat->block},
                 *is_transparent ? MS_TRUE : MS_FALSE);
    }
    if (drawing.overrides.background) {
        to_script(imagecolor, mapfile::OptionalColor{*drawing.overrides.background});
    }
    return MS_SUCCESS;
}

void mapObj::apply_substitutions(hashTableObj const& names)
{
    substitute(*this, names.map);
}

void mapObj::applyDefaultSubstitutions()
{
    substitute(*this, {});
}

int mapObj::applySLD(Text const& sld)
{
    style(*this, sld, [](mapfile::Layer const& layer, std::string_view requested) {
        return layer.name == requested || layer.group == requested;
    });
    return MS_SUCCESS;
}

int mapObj::applySLDURL(Text const& sld)
{
    return applySLD(fetched(sld));
}

Text mapObj::generateSLD(Text const& sldVersion)
{
    std::vector<std::size_t> all(layers.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    auto const version =
        sldVersion.str().starts_with("1.1") ? sld::Version::V110 : sld::Version::V100;
    return sld_of(*freeze(), all, version);
}

int layerObj::applySLD(Text const& sld, Text const& stylelayer)
{
    auto const map = map_of(*this);
    auto const requested = stylelayer.is_null() ? Text{block.name} : stylelayer;
    style(*map, sld, [this, &requested](mapfile::Layer const& layer, std::string_view named) {
        return layer.name == block.name && requested.str() == named;
    });
    return MS_SUCCESS;
}

int layerObj::applySLDURL(Text const& sld, Text const& stylelayer)
{
    return applySLD(fetched(sld), stylelayer);
}

Text layerObj::generateSLD()
{
    std::vector<std::size_t> const one{static_cast<std::size_t>(get_index())};
    return sld_of(*map_of(*this)->freeze(), one, sld::Version::V100);
}

} // namespace ms::script
