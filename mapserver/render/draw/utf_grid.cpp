// SPDX-License-Identifier: MIT
#include "render/draw/utf_grid.hpp"

#include "base/error.hpp"
#include "base/json_text.hpp"
#include "base/trace.hpp"
#include "base/utf8.hpp"
#include "paint/id_canvas.hpp"
#include "render/draw/composite.hpp"
#include "render/draw/utf_grid_features.hpp"
#include "render/draw/vector_step.hpp"
#include "render/plan/query_map.hpp"
#include "source/registry.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>

namespace ms::render {

namespace {

/// The character of the nth key: UTFGrid 1.3 leaves out those that JSON escapes, " and \.
char32_t code_of(std::uint32_t n)
{
    char32_t code = n + 32;
    code += code >= U'"' ? 1 : 0;
    code += code >= U'\\' ? 1 : 0;
    return code;
}

/// Clients compute a number from each UTF-16 unit: surrogates are left out.
constexpr char32_t last_code = 0xD7FF;

/// The features that cells show, numbered anew.
class Shown {
public:
    Shown(image::BitmapView const& cells, int columns, int rows, std::size_t features)
        : m_keys(features + 1)
    {
        for (int row = 0; row < rows; ++row) {
            for (int column = 0; column < columns; ++column) {
                m_keys.at(paint::IdCanvas::id_at(cells, column, row)) = 1;
            }
        }
        m_keys[0] = 0; // nothing there
        std::uint32_t next = 0;
        for (auto& key : m_keys) {
            key = key == 0 ? 0 : ++next;
        }
        if (code_of(next) > last_code) {
            throw Error{ErrorKind::Limit,
                        fmt::format("a UTFGrid cannot show {} features at once", next)};
        }
    }
    /// 0: it is not shown.
    [[nodiscard]] std::uint32_t key_of(std::uint32_t feature) const { return m_keys[feature]; }

private:
    std::vector<std::uint32_t> m_keys; ///< by number of the feature
};

/// One answer.
class UtfGrid {
public:
    UtfGrid(PlanState const& plan, Services const& services)
        : m_plan(plan), m_services(services),
          m_columns(plan.viewport.width / plan.utf_grid->resolution),
          m_rows(plan.viewport.height / plan.utf_grid->resolution),
          m_canvas(options_of(plan, services), plan.utf_grid->resolution), m_masks(plan, services)
    {}

    void draw(VectorStep const& step)
    {
        Timed const timed{m_services.trace, Stage::Layer, step.layer.name};
        if (!m_features) { // the steps of one layer have the same attributes
            m_features.emplace(step, *m_plan.utf_grid, *m_services.budget);
        }
        auto const source = step.picked == nullptr
                                ? source::open_source(*m_plan.map, step.layer, m_services)
                                : nullptr;
        auto const cursor =
            source ? source->start(step.query) : cursor_over(*step.picked, step.query);
        draw_composited(step.blends, m_masks.of(step), m_canvas, [&] {
            draw_vector_step(m_plan, step, *cursor, m_services, m_canvas, nullptr,
                             [&](feature::FeatureBatch const& batch, std::size_t row) {
                                 m_canvas.set_id(m_features->number_of(batch, row));
                             });
        });
        if (m_features->invalid() > 0) {
            m_services.log.write(
                LogLevel::Notice,
                fmt::format("layer \"{}\": UTFDATA of {} features is not valid JSON",
                            step.layer.name, m_features->invalid()));
        }
    }

    [[nodiscard]] std::vector<std::uint8_t> finish()
    {
        auto const cells = m_canvas.finish();
        Shown const shown{cells.view(), m_columns, m_rows, m_features ? m_features->size() : 0};
        std::string text = "{\"grid\":[";
        write_rows(cells.view(), shown, text);
        text += "],";
        write_features(shown, text);
        text += '}';
        return {text.begin(), text.end()};
    }

private:
    static paint::CanvasOptions options_of(PlanState const& plan, Services const& services)
    {
        return {.width = plan.viewport.width,
                .height = plan.viewport.height,
                .budget = services.budget};
    }

    void write_rows(image::BitmapView const& cells, Shown const& shown, std::string& text)
    {
        for (int row = 0; row < m_rows; ++row) {
            m_services.budget->work();
            auto const size_before = text.size();
            text += row == 0 ? "\"" : ",\"";
            for (int column = 0; column < m_columns; ++column) {
                auto const key = shown.key_of(paint::IdCanvas::id_at(cells, column, row));
                append_utf8(code_of(key), text);
            }
            text += '"';
            m_services.budget->keep(2 * (text.size() - size_before));
        }
    }

    /// Without UTFITEM the keys are numbers. Of several features with one key the last has the
    /// data: MapServer repeats the member, of which parsers take the last.
    void write_features(Shown const& shown, std::string& text)
    {
        std::map<std::string, std::string_view> data;
        text += R"("keys":["")";
        for (std::uint32_t number = 1; m_features && number <= m_features->size(); ++number) {
            auto const shown_as = shown.key_of(number);
            if (shown_as == 0) {
                continue;
            }
            m_services.budget->work();
            auto const item = m_features->key(number);
            auto key = json_text(item ? *item : std::to_string(shown_as));
            text.append(",").append(key);
            auto const value = m_features->data(number);
            m_services.budget->keep(4 * key.size() + 2 * value.size());
            if (!value.empty()) {
                data.insert_or_assign(std::move(key), value);
            }
        }
        text += R"(],"data":{)";
        char const* separator = "";
        for (auto const& [key, value] : data) {
            text.append(separator).append(key).append(":").append(value);
            separator = ",";
        }
        text += '}';
    }

    PlanState const& m_plan;
    Services const& m_services;
    int m_columns;
    int m_rows;
    paint::IdCanvas m_canvas;
    MaskSheet m_masks;
    std::optional<UtfGridFeatures> m_features;
};

} // namespace

std::vector<std::uint8_t> write_utf_grid(PlanState const& plan, Services const& services)
{
    UtfGrid grid{plan, services};
    for (auto const& step : plan.steps) {
        grid.draw(step);
    }
    Timed const timed{services.trace, Stage::Encode};
    return grid.finish();
}

} // namespace ms::render
