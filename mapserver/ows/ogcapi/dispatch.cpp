// SPDX-License-Identifier: MIT
#include "ows/ogcapi/dispatch.hpp"

#include "ows/common/access.hpp"
#include "ows/common/online_resource.hpp"
#include "ows/common/substitutions.hpp"
#include "ows/ogcapi/collections.hpp"
#include "ows/ogcapi/resources.hpp"

#include <algorithm>
#include <array>

namespace ms::ows::ogcapi {

namespace {

struct Row {
    std::string_view name; ///< of the path segment
    http::Response (*run)(ApiRequest const&);
};

constexpr std::array resources{Row{"api", &open_api}, Row{"conformance", &conformance},
                               Row{"collections", &all_collections}};

struct CollectionRow {
    std::string_view name; ///< of the path segment after the collection
    http::Response (*run)(ApiRequest const&, std::size_t layer);
};

// Add a resource here.
constexpr std::array of_collections{
    CollectionRow{"items", &items}, CollectionRow{"queryables", &queryables_schema},
    CollectionRow{"sortables", &sortables_schema}, CollectionRow{"schema", &whole_schema}};

[[noreturn]] void refuse_path()
{
    throw ServiceException{not_found, "Invalid API path.", ErrorKind::NotFound};
}

/// The path after "collections", its name and "items": an id may contain slashes.
std::string id_of(std::vector<std::string> const& steps)
{
    constexpr std::size_t first = 3;
    auto id = steps[first];
    for (auto i = first + 1; i < steps.size(); ++i) {
        id.append("/").append(steps[i]);
    }
    return id;
}

/// As in MapServer, paths may have more slashes than they need; those of an id belong to it.
std::vector<std::string> steps_of(std::string_view path)
{
    constexpr std::size_t before_id = 3;
    std::vector<std::string> steps;
    for (auto& step : steps_behind_signature(path)) {
        if (!step.empty() || steps.size() >= before_id) {
            steps.push_back(std::move(step));
        }
    }
    return steps;
}

/// The resources after "collections".
http::Response run_collection(ApiRequest const& api_request, std::vector<std::string> const& steps)
{
    auto const layer = find_collection(api_request.map(), steps[1]);
    if (steps.size() == 2) {
        return one_collection(api_request, api_request.map().layers[layer]);
    }
    if (steps.size() > 3 && steps[2] == "items") {
        return item(api_request, layer, id_of(steps));
    }
    auto const* const row = std::ranges::find(of_collections, steps[2], &CollectionRow::name);
    if (steps.size() > 3 || row == of_collections.end()) {
        refuse_path();
    }
    return row->run(api_request, layer);
}

http::Response run(ApiRequest const& api_request, std::vector<std::string> const& steps)
{
    if (steps.empty()) {
        return landing_page(api_request);
    }
    if (steps.size() > 1 && steps.front() == "collections") {
        return run_collection(api_request, steps);
    }
    auto const* const row = std::ranges::find(resources, steps.front(), &Row::name);
    if (steps.size() > 1 || row == resources.end()) {
        refuse_path();
    }
    return row->run(api_request);
}

/// "ogcapi/items"; without the names of collections, which would be too many.
std::string operation_name(std::vector<std::string> const& steps)
{
    std::string const api = "ogcapi";
    auto const is_row = [](auto const& rows, std::string const& step) {
        return std::ranges::any_of(rows, [&](auto const& row) { return row.name == step; });
    };
    if (steps.size() > 2 && is_row(of_collections, steps[2])) {
        return api + '/' + steps[2];
    }
    return !steps.empty() && is_row(resources, steps.front()) ? api + '/' + steps.front() : api;
}

} // namespace

bool is_offered(mapfile::Map const& map)
{
    return is_enabled_for_all(map, "OGCAPI", Service::Oga);
}

bool is_offered(Call const& call)
{
    return is_offered(*call.map) &&
           is_address_allowed(*call.map, call.request.remote_address, Service::Oga);
}

http::Response dispatch(Call const& as_written)
{
    auto const call = with_substitutions(as_written);
    auto const steps = steps_of(call.request.path_info);
    http::Response response;
    try {
        response = run({call, format_of(call.request)}, steps);
    } catch (std::exception const& error) {
        response = exception(call, error);
    }
    response.operation = operation_name(steps);
    return response;
}

} // namespace ms::ows::ogcapi
