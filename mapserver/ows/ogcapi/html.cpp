// SPDX-License-Identifier: MIT
#include "ows/ogcapi/html.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "inja/folder.hpp"
#include "inja/inja.hpp"
#include "ows/common/metadata.hpp"
#include "ows/common/online_resource.hpp"
#include "ows/ogcapi/default_templates.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>

namespace ms::ows::ogcapi {

namespace {

/// Where the pages of a request come from.
struct Templates {
    std::filesystem::path folder{};     ///< empty: those compiled in
    std::string_view built_in = "html"; ///< which of these
};

/// The templates that the map or the CONFIG file names.
///
/// Maps name the folders that MapServer installs (html-plain, html-bootstrap). Where these are not
/// installed, pages of the same content take their place, so that such a map needs no change.
Templates templates_of(ApiRequest const& api_request)
{
    auto const* const own =
        find_of(Service::Oga, api_request.map().web.metadata, "html_template_directory");
    auto const& named =
        own != nullptr && !own->empty() ? *own : api_request.call.settings.ogcapi_templates;
    if (named.empty()) {
        return {};
    }
    auto const folder = (api_request.map().origin.directory / named).lexically_normal();
    auto const name = (folder.has_filename() ? folder : folder.parent_path()).filename();
    std::error_code problem;
    if ((name == "html-plain" || name == "html-bootstrap") &&
        std::filesystem::status(folder, problem).type() == std::filesystem::file_type::not_found) {
        return {.built_in = name == "html-plain" ? "html-plain" : "html"};
    }
    return {.folder = folder};
}

std::string default_template(std::string_view set, std::string_view name)
{
    auto const all = default_templates();
    auto const path = std::string{set} + '/' + std::string{name};
    auto const found = std::ranges::find(all, path, &DefaultTemplate::name);
    if (found == all.end()) {
        throw Error{ErrorKind::Internal, "no template \"" + path + "\""};
    }
    return std::string{found->text};
}

/// oga_html_tags "a,b" with oga_tag_a and oga_tag_b.
Json tags_of(mapfile::StringMap const& metadata)
{
    auto tags = Json::object();
    auto const* const names = find_of(Service::Oga, metadata, "html_tags");
    for (auto const& name : names == nullptr ? std::vector<std::string>{} : split_list(*names)) {
        auto const key = "tag_" + name;
        if (auto const* const value = find_of(Service::Oga, metadata, key)) {
            tags[name] = *value;
        }
    }
    return tags;
}

Json about_request(ApiRequest const& api_request, std::string const& extra)
{
    auto path = Json::array();
    for (auto const step : split(api_request.request().path_info, '/')) {
        if (!step.empty()) {
            path.push_back(step);
        }
    }
    auto parameters = Json::object();
    for (auto const& [name, value] : api_request.request().parameters.entries()) {
        if (!value.empty()) { // as in MapServer
            parameters[name] = value;
        }
    }
    return {{"api_root", root_address(api_request.call)},
            {"title", title_of(api_request.map())},
            {"path", std::move(path)},
            {"params", std::move(parameters)},
            {"extra_params", extra},
            {"tags", tags_of(api_request.map().web.metadata)}};
}

/// The layer whose collection the path leads into, or nullptr.
mapfile::Layer const* layer_of(ApiRequest const& api_request)
{
    constexpr std::size_t name_step = 1; // after "collections"
    auto const steps = steps_behind_signature(api_request.request().path_info);
    if (steps.size() <= name_step) {
        return nullptr;
    }
    auto const& layers = api_request.map().layers;
    auto const found = std::ranges::find_if(
        layers, [&](mapfile::Layer const& layer) { return layer.name == steps[name_step]; });
    return found == layers.end() ? nullptr : &*found;
}

/// To a page the page itself is "self", and the document as JSON an alternate; so in the documents
/// that it lists.
void swap_relations(Json& document)
{
    if (auto const listed = document.find("collections"); listed != document.end()) {
        std::ranges::for_each(*listed, swap_relations);
    }
    auto const links = document.find("links");
    if (links == document.end()) {
        return;
    }
    for (auto& link : *links) {
        auto const relation = link.find("rel");
        if (relation != link.end() && (*relation == "self" || *relation == "alternate")) {
            *relation = link.at("type") == html_type ? "self" : "alternate";
        }
    }
}

std::string rendered(ApiRequest const& api_request, Json const& data, Templates const& templates,
                     std::string_view page)
{
    Budget budget{api_request.call.services.deadline, api_request.call.services.max_kept_bytes};
    auto const load = templates.folder.empty() ? inja::Load{[&](std::string_view name) {
        return default_template(templates.built_in, name);
    }}
                                               : inja::from_folder(templates.folder);
    try {
        return inja::render(std::string{page} + ".html", load, data, budget);
    } catch (PublicError const& error) {
        throw ServiceException{wrong_map, error.public_text(), error.kind()};
    }
}

} // namespace

http::Response html_page(ApiRequest const& api_request, Json document, std::string_view page)
{
    if (document.is_object()) {
        swap_relations(document);
    }
    auto const templates = templates_of(api_request);
    Json data{{"template", about_request(api_request, extra_parameters(api_request.map(),
                                                                       layer_of(api_request)))}};
    data["response"] = std::move(document);
    auto response = http::text_response(200, "text/html; charset=UTF-8",
                                        rendered(api_request, data, templates, page));
    if (templates.folder.empty()) {
        response.headers.emplace_back("Content-Security-Policy",
                                      "default-src 'none'; style-src 'unsafe-inline'");
    }
    return response;
}

} // namespace ms::ows::ogcapi
