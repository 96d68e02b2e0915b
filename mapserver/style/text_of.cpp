// SPDX-License-Identifier: MIT
#include "style/text_of.hpp"

#include "base/character_reference.hpp"
#include "base/error.hpp"
#include "style/binding.hpp"
#include "style/class_index.hpp"
#include "text/wrap.hpp"

#include <algorithm>

namespace ms::style {

namespace {

mapfile::Expression const& text_expression(mapfile::Class const& owner, mapfile::Label const& label)
{
    return label.text.is_set() ? label.text : owner.text;
}

/// More is not legible, and a million letters take gigabytes.
constexpr std::size_t max_bytes = 1U << 16U;

/// Whole characters of the beginning.
std::string shortened(std::string utf8)
{
    if (utf8.size() > max_bytes) {
        auto end = max_bytes;
        while (end > 0 && (static_cast<unsigned char>(utf8[end]) & 0xC0U) == 0x80) {
            --end;
        }
        utf8.resize(end);
    }
    return utf8;
}

} // namespace

void collect_text_fields(mapfile::Layer const& layer, mapfile::Class const& owner,
                         mapfile::Label const& label, std::vector<std::string>& fields,
                         mapfile::Expressions const& expressions)
{
    auto const& text = text_expression(owner, label);
    if (text.is_set()) {
        auto const parsed = expressions.text(text);
        for (auto const& name : parsed.attributes()) {
            add_field(fields, name);
        }
    } else if (!layer.label_item.empty()) {
        add_field(fields, layer.label_item);
    }
    if (label.expression.is_set()) {
        auto const condition = expressions.condition(label.expression, layer.label_item);
        for (auto const& name : condition.attributes()) {
            add_field(fields, name);
        }
    }
}

std::string text_fault(mapfile::Layer const& layer, mapfile::Class const& owner,
                       mapfile::Label const& label, mapfile::Expressions const& expressions)
{
    std::vector<std::string> fields;
    try {
        collect_text_fields(layer, owner, label, fields, expressions);
    } catch (Error const& error) {
        return error.what();
    }
    return {};
}

TextOf::TextOf(mapfile::Layer const& layer, mapfile::Class const& owner,
               mapfile::Label const& label, std::span<std::string const> columns,
               mapfile::Expressions const& expressions)
    : m_label(label)
{
    auto const& text = text_expression(owner, label);
    if (text.is_set()) {
        m_template.emplace(expressions.text(text), columns);
    } else if (!layer.label_item.empty()) {
        m_column = static_cast<std::size_t>(std::ranges::find(columns, layer.label_item) -
                                            columns.begin());
    }
    if (!label.encoding.empty()) {
        auto converter = ToUtf8::from(label.encoding);
        if (!converter) {
            throw Error{ErrorKind::BadMapfile, "ENCODING \"" + label.encoding + "\" is unknown"};
        }
        m_to_utf8 = std::move(*converter);
    }
    if (label.expression.is_set()) {
        m_condition.emplace(expressions.condition(label.expression, layer.label_item), columns,
                            expr::Environment{.times = expr::TimeComparison::Starts});
    }
}

bool TextOf::is_requested(feature::FeatureBatch const& batch, std::size_t row)
{
    return !m_condition || m_condition->is_true(batch, row);
}

std::string TextOf::text(feature::FeatureBatch const& batch, std::size_t row)
{
    std::string text;
    if (m_template) {
        m_template->append_text(batch, row, text);
    } else if (m_column) {
        text = batch.attributes[*m_column][row];
    } else if (batch.texts.size() > row) {
        text = batch.texts[row];
    }
    // MapServer reads "&#169;" and "&copy;" in every text that it draws.
    return shortened(decode_character_references(m_to_utf8(text)));
}

std::string TextOf::lines(std::string_view text) const
{
    return text::wrap(text, m_label.wrap, m_label.max_length);
}

} // namespace ms::style
