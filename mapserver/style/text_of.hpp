// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Computes the text of a label.

#include "base/to_utf8.hpp"
#include "expr/bind.hpp"
#include "mapfile/expressions.hpp"
#include "mapfile/model/layer.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ms::style {

/// Appends the attributes a label's text and EXPRESSION read to `fields`, each once.
/// \param expressions of the layer's map, here and below
/// \throws Error{BadMapfile} for an expression that does not parse
void collect_text_fields(mapfile::Layer const& layer, mapfile::Class const& owner,
                         mapfile::Label const& label, std::vector<std::string>& fields,
                         mapfile::Expressions const& expressions = {});

/// The error in a label's text or EXPRESSION, with which it labels nothing, as in MapServer; or "".
[[nodiscard]] std::string text_fault(mapfile::Layer const& layer, mapfile::Class const& owner,
                                     mapfile::Label const& label,
                                     mapfile::Expressions const& expressions = {});

/// The text of one label, feature by feature: TEXT of the LABEL, TEXT of the CLASS, LABELITEM, TEXT
/// of the FEATURE; the first that is set. Belongs to one thread.
class TextOf {
public:
    /// \param columns names of the batch's attributes
    /// \throws Error{BadMapfile} for an ENCODING that is unknown
    TextOf(mapfile::Layer const& layer, mapfile::Class const& owner, mapfile::Label const& label,
           std::span<std::string const> columns, mapfile::Expressions const& expressions = {});

    /// Whether the label's EXPRESSION lets it label this feature.
    [[nodiscard]] bool is_requested(feature::FeatureBatch const& batch, std::size_t row);
    /// The text before it is wrapped; empty: no label.
    [[nodiscard]] std::string text(feature::FeatureBatch const& batch, std::size_t row);
    /// A text, wrapped into lines that end with '\n'.
    [[nodiscard]] std::string lines(std::string_view text) const;

private:
    mapfile::Label const& m_label;
    ToUtf8 m_to_utf8;
    std::optional<expr::Bound> m_condition;
    std::optional<expr::Bound> m_template;
    std::optional<std::size_t> m_column;
};

} // namespace ms::style
