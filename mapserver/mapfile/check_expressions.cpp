// SPDX-License-Identifier: MIT
// Checks that expressions parse, and that the attributes they compare are named.
#include "mapfile/check.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "expr/expression.hpp"
#include "mapfile/walk.hpp"

namespace ms::mapfile {

namespace {

/// Text with %name% in it is complete only when a request comes.
bool is_template(std::string_view text)
{
    auto const first = text.find('%');
    return first != std::string_view::npos && text.find('%', first + 1) != std::string_view::npos;
}

class ExpressionCheck {
public:
    explicit ExpressionCheck(ProblemList& problems) : m_problems(problems) {}

    /// \param item  the operand of strings, lists and regular expressions; "" is a problem
    void check(Expression const& expression, std::string const& keyword, std::string const& item,
               std::string const& item_keyword)
    {
        if (!expression.is_set() || is_template(expression.text)) {
            return;
        }
        if (expression.kind == ExpressionKind::Logical) {
            return check_logical(expression.text, keyword, expression.at);
        }
        if (item.empty()) {
            m_problems.error(expression.at, keyword + " needs " + item_keyword +
                                                " to compare with, or ( ) around an expression");
        }
        if (expression.kind == ExpressionKind::Regex) {
            attempt(keyword, expression.at, [&] {
                static_cast<void>(expr::matches(item, expression.text, expression.ignore_case));
            });
        }
    }

    void check_text(Expression const& text)
    {
        if (text.kind == ExpressionKind::Logical && !is_template(text.text)) {
            check_logical(text.text, "TEXT", text.at);
        } else if (text.kind == ExpressionKind::String) {
            attempt("TEXT", text.at,
                    [&] { static_cast<void>(expr::parse_text_template(text.text)); });
        }
    }

    void check_logical(std::string const& text, std::string const& keyword, Position const& at)
    {
        if (text.starts_with('(') && !is_template(text)) {
            attempt(keyword, at, [&] { static_cast<void>(expr::parse(text)); });
        }
    }

    void check_style(Style const& style)
    {
        check_logical(style.size.expression, "SIZE", style.size.at);
        check_logical(style.geom_transform, "GEOMTRANSFORM", style.geom_transform_at);
    }

    void check_label(Label const& label, Layer const& layer)
    {
        check_text(label.text);
        check(label.expression, "EXPRESSION", layer.label_item, "LABELITEM");
        check_logical(label.size.expression, "SIZE", label.size.at);
        check_logical(label.priority.expression, "PRIORITY", label.priority.at);
    }

    void check_layer(Layer const& layer)
    {
        check(layer.filter, "FILTER", layer.filter_item, "FILTERITEM");
        check_logical(layer.geom_transform, "GEOMTRANSFORM", layer.at);
        for (auto const& klass : layer.classes) {
            check(klass.expression, "EXPRESSION", layer.class_item, "CLASSITEM");
            check_text(klass.text);
            for (auto const& label : klass.labels) {
                check_label(label, layer);
            }
            for_each_style_of(klass, [this](Style const& style) { check_style(style); });
        }
    }

private:
    void attempt(std::string const& keyword, Position const& at, auto parse)
    {
        try {
            parse();
        } catch (Error const& error) {
            m_problems.error(at, keyword + ": " + error.what());
        }
    }

    ProblemList& m_problems;
};

} // namespace

void check_expressions(Map const& map, ProblemList& problems)
{
    ExpressionCheck expressions{problems};
    for (auto const& layer : map.layers) {
        expressions.check_layer(layer);
    }
}

} // namespace ms::mapfile
