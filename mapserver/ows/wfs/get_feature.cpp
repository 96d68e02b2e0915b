// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "base/json_text.hpp"
#include "base/string.hpp"
#include "geometry/relate.hpp"
#include "ows/common/metadata.hpp"
#include "ows/features/geojson.hpp"
#include "ows/features/gml_feature.hpp"
#include "ows/features/growing_answer.hpp"
#include "ows/features/vector_file.hpp"
#include "ows/wfs/collection.hpp"
#include "ows/wfs/formats.hpp"
#include "ows/wfs/geojson.hpp"
#include "ows/wfs/links.hpp"
#include "ows/wfs/operations.hpp"
#include "ows/wfs/paging.hpp"
#include "ows/wfs/resolved_query.hpp"
#include "ows/wfs/stored_queries.hpp"
#include "ows/wfs/template_answer.hpp"
#include "ows/wfs/wfs_exception.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace ms::ows::wfs {

namespace {

std::vector<std::size_t> layers_of(ResolvedQueries const& all)
{
    std::vector<std::size_t> layers;
    for (auto const& resolved : all) {
        layers.push_back(resolved->layer);
    }
    return layers;
}

bool is_of_values(Request const& request)
{
    return request.operation == "GetPropertyValue";
}

FeatureForm form_of(Call const& call, ResolvedQuery const& resolved, Gml gml)
{
    auto const& layer = call.map->layers[resolved.layer];
    auto const space = namespace_of(*call.map);
    return {.gml = {.version = gml,
                    .srs_name = resolved.answer.srs_name,
                    .is_north_east = resolved.answer.is_north_east,
                    .digits = geometry_digits(*call.map, layer, Service::Wfs),
                    .has_z = resolved.properties.has_z},
            .prefix = space.prefix.empty() ? std::string{} : std::string{space.prefix} + ':',
            .type_name = layer.name,
            .properties = resolved.properties,
            .chosen = resolved.chosen};
}

/// Writes one row into a part.
using Write = std::function<void(std::string& out, FeatureForm const&, FeatureRow const&,
                                 ResolvedQuery const&)>;

Part part_of(ResolvedQuery const& resolved)
{
    return {.members = {},
            .bounds = {},
            .srs_name = resolved.answer.srs_name,
            .is_north_east = resolved.answer.is_north_east};
}

/// Reads the requested page of all queries.
class Reading {
public:
    /// \param together the rows of all queries, one after the other; null: those of each in its
    /// part
    Reading(Call const& call, Paging& paging, Gml gml, GrowingAnswer& answer, Write write,
            std::string* together = nullptr)
        : m_call(call), m_paging(paging), m_gml(gml), m_answer(answer), m_write(std::move(write)),
          m_together(together)
    {}

    std::vector<Part> read_all(ResolvedQueries const& all)
    {
        std::vector<Part> parts;
        for (std::size_t i = 0; i < all.size(); ++i) {
            parts.push_back(read_one(*all[i], i + 1 == all.size()));
        }
        return parts;
    }

private:
    Part read_one(ResolvedQuery& resolved, bool is_last)
    {
        auto part = part_of(resolved);
        // The start of the page after this query requires counting.
        if (m_paging.counts() && (m_paging.has_limit() || m_paging.offset() > 0)) {
            part.matched = m_paging.is_full() || m_paging.offset() > 0
                               ? std::optional{count(m_call, resolved)}
                               : std::nullopt;
        } else if (m_paging.offset() > 0 && !is_last) {
            part.matched = count(m_call, resolved);
        }
        auto const offset = m_paging.offset();
        if (part.matched && *part.matched <= offset) {
            m_paging.skip(*part.matched);
            return part;
        }
        if (m_paging.is_full()) {
            part.has_more = true; // it may have, which only counting tells
            return part;
        }
        auto const done = read_rows(resolved, part);
        if (m_answer.is_on_its_way()) {
            return part; // its counts are already written
        }
        part.has_more = done.has_more;
        // As in MapServer: the total count of a page without features is unknown.
        bool const is_known =
            done.is_complete && (done.returned > 0 || (offset == 0 && !m_paging.has_limit()));
        if (!part.matched && (is_known || m_paging.own_limit(resolved) >= 0)) {
            part.matched = offset + done.returned;
        } else if (!part.matched && m_paging.counts()) {
            part.matched = count(m_call, resolved);
        }
        return part;
    }

    Read read_rows(ResolvedQuery& resolved, Part& part)
    {
        auto const form = form_of(m_call, resolved, m_gml);
        auto const page = m_paging.page(resolved);
        auto& members = m_together != nullptr ? *m_together : part.members;
        auto const done = read(m_call, resolved, page,
                               [&](feature::FeatureBatch const& batch,
                                   geometry::GeometryColumn const& shapes, std::size_t row) {
                                   m_write(members, form, {batch, shapes, row}, resolved);
                                   if (shapes.kinds[row] != geometry::Kind::None) {
                                       grow(part.bounds, shapes.box_of(row));
                                   }
                                   m_answer.pass_on(members);
                                   check_answer_size(m_call, m_bytes + members.size());
                               });
        m_bytes += part.members.size();
        part.returned = done.returned;
        m_paging.take(done.returned);
        return done;
    }

    Call const& m_call;
    Paging& m_paging;
    Gml m_gml;
    GrowingAnswer& m_answer;
    Write m_write;
    std::string* m_together;
    std::size_t m_bytes = 0; ///< of the parts before
};

std::vector<Part> count_all(Call const& call, Request const& request, ResolvedQueries const& all)
{
    Paging const paging{*call.map, request};
    std::vector<Part> parts;
    for (auto const& resolved : all) {
        auto const most = paging.own_limit(*resolved);
        auto const matched = count(call, *resolved);
        parts.push_back(part_of(*resolved));
        parts.back().matched = most < 0 ? matched : std::min(matched, most);
    }
    return parts;
}

Envelope envelope_of(Call const& call, Request const& request, Gml gml)
{
    auto const now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    return {.version = request.version,
            .gml = gml,
            .space = namespace_of(*call.map),
            .describe = describe_address(call, request, gml),
            .schemas = schemas_location(*call.map, Service::Wfs),
            .time = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", now),
            .is_hits = request.is_hits};
}

/// The counts, and the links to other pages. As in MapServer, if the total count is unknown, a next
/// page of sorted features is linked only for clients that use paging.
void set_numbers(Call const& call, Request const& request, Paging const& paging,
                 std::vector<Part> const& parts, Envelope& envelope)
{
    envelope.matched = 0;
    for (auto const& part : parts) {
        envelope.returned += part.returned;
        envelope.matched = part.matched && envelope.matched
                               ? std::optional{*envelope.matched + *part.matched}
                               : std::nullopt;
    }
    if (request.version != Version::V200) {
        // The count that a request without RESULTTYPE would return.
        if (request.is_hits) {
            envelope.matched = std::max<std::int64_t>(*envelope.matched - paging.start(), 0);
            envelope.matched = paging.has_limit() ? std::min(*envelope.matched, paging.limit())
                                                  : *envelope.matched;
        }
        return;
    }
    if (request.is_hits) {
        if (paging.has_limit() && paging.limit() > 0 && envelope.matched.value_or(0) > 0) {
            envelope.next = page_address(call, request, 0);
        }
        return;
    }
    auto const start = paging.start();
    bool const has_all = envelope.matched && start + envelope.returned >= *envelope.matched;
    bool const is_sorted = std::ranges::any_of(
        request.queries, [](Query const& query) { return !query.sort.empty(); });
    bool const leafs = paging.has_start() || envelope.matched.has_value() || !is_sorted;
    if (envelope.returned > 0 && paging.has_limit() && !has_all && leafs &&
        (envelope.matched || std::ranges::any_of(parts, &Part::has_more))) {
        envelope.next = page_address(call, request, start + envelope.returned);
    }
    if (envelope.returned > 0 && start > 0 && paging.has_limit()) {
        envelope.previous =
            page_address(call, request, std::max<std::int64_t>(start - paging.limit(), 0));
    }
}

http::Response text_answer(std::string const& type, std::string const& text)
{
    return http::text_response(200, type, text);
}

/// GetFeatureById: the feature itself.
http::Response feature_answer(Request const& request, Format const& format,
                              Envelope const& envelope, Part const& part)
{
    if (part.returned == 0) {
        throw WfsException{"NotFound", "", in_get_feature,
                           "There is no feature '" + request.queries.front().feature_ids.front() +
                               "'",
                           ErrorKind::NotFound};
    }
    // Its start tag is the document's.
    auto const end = part.members.find('>');
    return text_answer(format.content_type, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" +
                                                part.members.substr(0, end) +
                                                declarations(envelope) + part.members.substr(end));
}

/// The numbers of a collection of one query whose features are still to come.
Part expected_part(Call const& call, Request const& request, Paging const& paging,
                   ResolvedQuery const& resolved)
{
    auto part = part_of(resolved);
    if (request.version != Version::V200) {
        return part; // writes no count
    }
    auto const matched = count(call, resolved);
    auto const offset = paging.start();
    auto const limit = paging.page(resolved).limit;
    auto const left = std::max<std::int64_t>(matched - offset, 0);
    part.returned = limit < 0 ? left : std::min(left, limit);
    part.has_more = part.returned < left;
    if (paging.counts() || offset + part.returned >= matched) {
        part.matched = matched;
    } else if (paging.own_limit(resolved) >= 0) {
        part.matched = offset + part.returned;
    }
    return part;
}

http::Response gml_answer(Call const& call, Request const& request, Format const& format,
                          ResolvedQueries const& all)
{
    Paging paging{*call.map, request};
    auto const first_page = paging;
    bool const is_by_id = is_get_feature_by_id(request) && !request.is_hits && !paging.is_full() &&
                          !is_of_values(request);
    auto const member = std::string{member_element(request.version)};
    auto const write = [&](std::string& out, FeatureForm const& form, FeatureRow const& row,
                           ResolvedQuery const& /*resolved*/) {
        if (is_by_id) {
            append_feature(out, form, row);
            return;
        }
        out.append("<").append(member).append(">");
        if (request.value_reference == "@gml:id") {
            append_id(out, form, row);
        } else if (is_of_values(request)) {
            append_property(out, form, row, property_name(request.value_reference));
        } else {
            append_feature(out, form, row);
        }
        out.append("</").append(member).append(">\n");
    };
    auto envelope = envelope_of(call, request, format.gml);
    GrowingAnswer::Begin begin;
    if (all.size() == 1 && !is_by_id) { // collections of several hold collections, with numbers
        begin = [&] {
            return text_answer(format.content_type,
                               collection_start(envelope, is_of_values(request)));
        };
    }
    auto const count_and_go_on = [&] {
        auto const part = expected_part(call, request, first_page, *all.front());
        set_numbers(call, request, first_page, {part}, envelope);
        return collection_numbers(envelope, is_of_values(request));
    };
    GrowingAnswer answer{call, begin, count_and_go_on};
    auto parts = request.is_hits ? count_all(call, request, all)
                                 : Reading{call, paging, format.gml, answer, write}.read_all(all);
    if (answer.is_on_its_way()) {
        return answer.finish(parts.front().members +
                             collection_end(envelope, is_of_values(request)));
    }
    if (is_by_id) {
        return feature_answer(request, format, envelope, parts.front());
    }
    set_numbers(call, request, paging, parts, envelope);
    return text_answer(format.content_type, is_of_values(request)
                                                ? value_collection(envelope, std::move(parts))
                                                : feature_collection(envelope, std::move(parts)));
}

http::Response hits_as_json(Call const& call, Request const& request, ResolvedQueries const& all,
                            std::string const& type)
{
    std::int64_t matched = 0;
    for (auto const& part : count_all(call, request, all)) {
        matched += part.matched.value_or(0);
    }
    return text_answer(type, fmt::format("{{\"type\":\"FeatureCollection\",\"numberMatched\":{},"
                                         "\"numberReturned\":0,\"features\":[]}}\n",
                                         matched));
}

std::string geojson_start(ResolvedQuery const& resolved)
{
    std::string text = "{\"type\":\"FeatureCollection\",";
    // RFC 7946, 4, allows only WGS 84; a client that requested another CRS gets its name, as in
    // GeoJSON of 2008.
    auto const& code = resolved.answer.crs.authority_code();
    if (!code.empty() && code != "EPSG:4326" && code != "CRS:84") {
        text += "\"crs\":{\"type\":\"name\",\"properties\":{\"name\":" +
                json_text(srs_name_of(code, Version::V200)) + "}},";
    }
    return text + "\"features\":[\n";
}

http::Response geojson_answer(Call const& call, Request const& request, Format const& format,
                              ResolvedQueries const& all)
{
    if (request.is_hits) {
        return hits_as_json(call, request, all, format.content_type);
    }
    Paging paging{*call.map, request};
    bool is_first = true;
    auto const write = [&](std::string& out, FeatureForm const& form, FeatureRow const& row,
                           ResolvedQuery const& resolved) {
        out.append(std::exchange(is_first, false) ? "" : ",\n");
        append_geojson(out, form, row, resolved.fields);
    };
    auto text = geojson_start(*all.front());
    GrowingAnswer answer{call, [&] { return text_answer(format.content_type, {}); }};
    Reading{call, paging, format.gml, answer, write, &text}.read_all(all);
    text += "\n]}\n";
    return answer.is_on_its_way() ? answer.finish(text) : text_answer(format.content_type, text);
}

http::Response file_answer(Call const& call, Request const& request, ResolvedQueries const& all,
                           mapfile::OutputFormat const& format)
{
    using Layers = VectorFile::Layers;
    VectorFile file{call, all.front()->answer.crs, format,
                    all.size() > 1 ? Layers::Several : Layers::One};
    read_pages(call, request, all, [&](ResolvedQuery& resolved, Page const& page) {
        bool is_first = true; // layers without features are left out
        auto const add = [&](feature::FeatureBatch const& batch,
                             geometry::GeometryColumn const& shapes, std::size_t row) {
            if (std::exchange(is_first, false)) {
                file.begin_layer({layer_of_chosen(resolved), resolved.fields, resolved.answer.crs});
            }
            file.add(batch, shapes, row);
        };
        return read(call, resolved, page, add).returned;
    });
    if (!file.has_layers()) { // a file without features still has the requested format
        file.begin_layer({call.map->layers[all.front()->layer], {}, {}});
    }
    return file.finish();
}

} // namespace

http::Response get_feature(Call const& call, Request const& request)
{
    auto const all = resolve_queries(call, request);
    auto const format = answer_format(*call.map, request, layers_of(all));
    switch (format.kind) {
    case FormatKind::GeoJson:
        return geojson_answer(call, request, format, all);
    case FormatKind::File:
        return file_answer(call, request, all, *format.file);
    case FormatKind::Template:
        return template_answer(call, request, all, *format.file);
    case FormatKind::Gml:
        break;
    }
    return gml_answer(call, request, format, all);
}

} // namespace ms::ows::wfs
