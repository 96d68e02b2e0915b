// SPDX-License-Identifier: MIT
#include "render/draw/utf_grid_features.hpp"

#include "base/error.hpp"
#include "base/json_text.hpp"
#include "paint/id_canvas.hpp"
#include "style/binding.hpp"

#include <nlohmann/json.hpp>

namespace ms::render {

namespace {

constexpr std::size_t bytes_of_entry = 96; // of the tables

} // namespace

UtfGridFeatures::UtfGridFeatures(VectorStep const& step, UtfGridFormat const& format,
                                 Budget& budget)
    : m_budget(budget), m_has_duplicates(format.has_duplicates)
{
    auto const& layer = step.layer;
    if (!layer.utf_item.empty()) {
        m_item = style::column_of(layer.utf_item, step.query.fields);
    }
    if (layer.utf_data.is_set()) {
        m_escapes_values = layer.utf_data.kind == mapfile::ExpressionKind::String;
        m_expression.emplace(step.expressions.text(layer.utf_data), step.query.fields);
    }
}

std::uint32_t UtfGridFeatures::number_of(feature::FeatureBatch const& batch, std::size_t row)
{
    std::string key{m_item ? batch.attributes[*m_item][row] : std::string_view{}};
    auto const number = static_cast<std::uint32_t>(m_data.size() + 1);
    if (number > paint::IdCanvas::largest_id) {
        throw Error{ErrorKind::Limit, "a UTFGrid has too many features"};
    }
    if (m_item && !m_has_duplicates) {
        auto const [at, is_new] = m_numbers.try_emplace(key, number);
        if (!is_new) {
            return at->second;
        }
        m_budget.keep(key.size());
    }
    m_data.push_back(data_of(batch, row));
    m_budget.keep(key.size() + m_data.back().size() + bytes_of_entry);
    if (m_item) {
        m_keys.push_back(std::move(key));
    }
    return number;
}

std::optional<std::string_view> UtfGridFeatures::key(std::uint32_t number) const
{
    return m_item ? std::optional<std::string_view>{m_keys[number - 1]} : std::nullopt;
}

std::string UtfGridFeatures::data_of(feature::FeatureBatch const& batch, std::size_t row)
{
    std::string text;
    if (!m_expression) {
        return text;
    }
    if (m_escapes_values) {
        m_expression->append_text(escaped(batch, row), 0, text);
    } else {
        m_expression->append_text(batch, row, text);
    }
    if (!nlohmann::json::accept(text)) { // one feature must not spoil the document
        ++m_invalid;
        text.clear();
    }
    return text;
}

/// Values fit into the strings of JSON that the mapfile writes around them.
feature::FeatureBatch const& UtfGridFeatures::escaped(feature::FeatureBatch const& batch,
                                                      std::size_t row)
{
    m_escaped.reset(batch.attributes.size());
    for (std::size_t i = 0; i < batch.attributes.size(); ++i) {
        auto const text = json_text(batch.attributes[i][row]);
        m_escaped.attributes[i].append(std::string_view{text}.substr(1, text.size() - 2));
    }
    return m_escaped;
}

} // namespace ms::render
