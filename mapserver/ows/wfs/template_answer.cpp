// SPDX-License-Identifier: MIT
#include "ows/wfs/template_answer.hpp"

#include "feature/append_row.hpp"
#include "ows/template/query_page.hpp"
#include "ows/wfs/paging.hpp"

#include <algorithm>
#include <utility>

namespace ms::ows::wfs {

namespace {

/// A template may show every attribute of the source, and the key.
void ask_for_all(ResolvedQuery& resolved)
{
    for (auto const& field : resolved.source->schema().fields) {
        if (std::ranges::find(resolved.query.fields, field.name) == resolved.query.fields.end()) {
            resolved.query.fields.push_back(field.name);
            resolved.fields.push_back(field);
        }
    }
    resolved.query.with_ids = true;
}

/// The page of a query, in the form that templates need.
class PageSearch final : public render::FeatureSearch {
public:
    PageSearch(Call const& call, ResolvedQuery const& resolved, Page const& page)
        : m_reader(call, resolved, page), m_columns(resolved.fields.size()),
          m_has_z(resolved.query.with_z)
    {}

    [[nodiscard]] bool is_done() const noexcept { return m_is_done; }

    bool next(render::PickedFeatures& found) override
    {
        auto& features = found.features;
        found.reset(m_columns);
        features.geometry.has_z = m_has_z;
        while (!m_is_done && !features.is_full()) {
            if (m_reader.next()) {
                take_rows(features);
            } else {
                m_is_done = true;
            }
        }
        constexpr std::int32_t none = -1;
        found.classes.assign(features.size(), none);
        return features.size() > 0;
    }

private:
    void take_rows(feature::FeatureBatch& features)
    {
        auto& batch = m_reader.batch();
        bool const is_whole = m_reader.first() == 0 && m_reader.last() == batch.size();
        if (features.size() == 0 && is_whole) {
            std::swap(features, batch);
            return;
        }
        for (auto row = m_reader.first(); row < m_reader.last(); ++row) {
            feature::append_row(batch, row, features);
        }
    }

    PageReader m_reader;
    std::size_t m_columns;
    bool m_has_z;
    bool m_is_done = false;
};

/// The found features of all queries. Those that are many are read again when they are used; the
/// first of such queries goes on, as each that does holds a connection to its database.
class PageSelection {
public:
    PageSelection(Call const& call, ResolvedQueries const& all)
        : m_call(call), m_all(all), m_budget(call.services.deadline, call.services.max_kept_bytes)
    {}

    [[nodiscard]] render::Selection read(Request const& request)
    {
        for (auto const& resolved : m_all) {
            m_selection.searched.push_back(resolved->layer);
        }
        read_pages(m_call, request, m_all, [&](ResolvedQuery const& resolved, Page const& page) {
            return begin(resolved, page);
        });
        return std::move(m_selection);
    }

private:
    /// \returns the number of features, for the queries that follow
    std::int64_t begin(ResolvedQuery const& resolved, Page const& page)
    {
        render::PickedLayer picked{.layer = resolved.layer,
                                   .definition = layer_of_chosen(resolved),
                                   .crs = resolved.answer.crs,
                                   .fields = resolved.fields,
                                   .first = {}};
        auto search = std::make_unique<PageSearch>(m_call, resolved, page);
        if (!search->next(picked.first)) {
            return 0;
        }
        m_budget.keep(picked.first.features.bytes());
        auto returned = static_cast<std::int64_t>(picked.first.size());
        if (!search->is_done()) {
            picked.others = others(std::move(search), resolved, page);
            returned = number_of(resolved, page, *picked.others);
        }
        m_selection.layers.push_back(std::move(picked));
        return returned;
    }

    [[nodiscard]] std::shared_ptr<render::FurtherFeatures>
    others(std::unique_ptr<PageSearch> begun, ResolvedQuery const& resolved, Page const& page)
    {
        if (std::exchange(m_has_begun, true)) {
            begun.reset();
        }
        auto again = [this_call = &m_call, query = &resolved,
                      page](render::FurtherFeatures::Purpose /*purpose*/) {
            return std::make_unique<PageSearch>(*this_call, *query, page);
        };
        return std::make_shared<render::FurtherFeatures>(std::move(begun), std::move(again));
    }

    /// Only queries that follow have to know it.
    [[nodiscard]] std::int64_t number_of(ResolvedQuery const& resolved, Page const& page,
                                         render::FurtherFeatures& others) const
    {
        if (page.limit < 0 || &resolved == m_all.back().get()) {
            return 0;
        }
        auto const left = std::max<std::int64_t>(count(m_call, resolved) - page.offset, 0);
        auto const returned = std::min(left, page.limit);
        others.set_count(static_cast<std::size_t>(returned));
        return returned;
    }

    Call const& m_call;
    ResolvedQueries const& m_all;
    Budget m_budget;
    render::Selection m_selection;
    bool m_has_begun = false; ///< a query that goes on
};

} // namespace

http::Response template_answer(Call const& call, Request const& request, ResolvedQueries const& all,
                               mapfile::OutputFormat const& format)
{
    for (auto const& resolved : all) {
        ask_for_all(*resolved);
    }
    auto view = render::make_viewport(*call.map, render::view_of_mapfile(*call.map));
    view.crs = all.front()->answer.crs;
    auto const selection = PageSelection{call, all}.read(request);
    return tmpl::query_page({call, view, selection}, format.name);
}

} // namespace ms::ows::wfs
