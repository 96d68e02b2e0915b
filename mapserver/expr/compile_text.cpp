// SPDX-License-Identifier: MIT
#include "expr/compile.hpp"

#include "expr/number_format.hpp"
#include "expr/text_functions.hpp"

#include <optional>

namespace ms::expr {

namespace {

class Constant final : public TextPart {
public:
    explicit Constant(std::string value) : m_value(std::move(value)) {}
    std::string_view value(Row&) override { return m_value; }

private:
    std::string m_value;
};

class Column final : public TextPart {
public:
    explicit Column(std::size_t column) : m_column(column) {}
    std::string_view value(Row& row) override { return row.text(m_column); }

private:
    std::size_t m_column;
};

class NullableColumn final : public TextPart {
public:
    explicit NullableColumn(std::size_t column) : m_column(column) {}
    std::string_view value(Row& row) override
    {
        row.is_unknown |= row.batch->attributes[m_column].is_null(row.index);
        return row.text(m_column);
    }

private:
    std::size_t m_column;
};

/// Texts that are joined: beyond this the further ones are left out, since a client may name a
/// column thousands of times.
class Sum final : public TextPart {
    static constexpr std::size_t long_enough = std::size_t{1} << 20U;

public:
    explicit Sum(std::vector<TextPtr> parts) : m_parts(std::move(parts)) {}
    std::string_view value(Row& row) override
    {
        m_text.clear();
        for (auto const& part : m_parts) {
            if (m_text.size() >= long_enough) {
                break;
            }
            m_text.append(part->value(row));
        }
        return m_text;
    }

private:
    std::vector<TextPtr> m_parts;
    std::string m_text; ///< a member to reuse its memory
};

using AppendFunction = void (*)(std::string_view text, std::string& out);

class Changed final : public TextPart {
public:
    Changed(AppendFunction append, TextPtr text) : m_append(append), m_inner(std::move(text)) {}
    std::string_view value(Row& row) override
    {
        m_text.clear();
        m_append(m_inner->value(row), m_text);
        return m_text;
    }

private:
    AppendFunction m_append;
    TextPtr m_inner;
    std::string m_text;
};

class Formatted final : public TextPart {
public:
    Formatted(NumberPtr number, NumberFormat format)
        : m_number(std::move(number)), m_format(std::move(format))
    {}
    std::string_view value(Row& row) override
    {
        m_text.clear();
        m_format.append(m_number->value(row), m_text);
        return m_text;
    }

private:
    NumberPtr m_number;
    NumberFormat m_format;
    std::string m_text;
};

AppendFunction append_function(FunctionId function)
{
    switch (function) {
    case FunctionId::Commify:
        return append_commified;
    case FunctionId::Upper:
        return append_upper;
    case FunctionId::Lower:
        return append_lower;
    case FunctionId::CaseFold:
        return append_case_folded;
    case FunctionId::InitCap:
        return append_words_capitalized;
    case FunctionId::FirstCap:
        return append_capitalized;
    default:
        return nullptr;
    }
}

} // namespace

TextPtr Compiler::text(Node const& node) const
{
    if (auto const* const literal = std::get_if<TextLiteral>(&node.value)) {
        return std::make_unique<Constant>(literal->value);
    }
    if (auto const* const literal = std::get_if<TimeLiteral>(&node.value)) {
        return std::make_unique<Constant>(literal->value);
    }
    if (auto const* const attribute = std::get_if<Attribute>(&node.value)) {
        auto const column = column_of(*attribute);
        return attribute->is_unknown_if_null ? TextPtr{std::make_unique<NullableColumn>(column)}
                                             : std::make_unique<Column>(column);
    }
    if (auto const* const operation = std::get_if<Operation>(&node.value)) {
        return sum_of_texts(*operation);
    }
    return text_call(std::get<Call>(node.value));
}

TextPtr Compiler::sum_of_texts(Operation const& operation) const
{
    std::vector<TextPtr> parts;
    for (auto const& operand : operation.operands) {
        parts.push_back(text(*operand));
    }
    return std::make_unique<Sum>(std::move(parts));
}

TextPtr Compiler::text_call(Call const& call) const
{
    if (call.function == FunctionId::ToString) {
        auto const format =
            NumberFormat::parse(std::get<TextLiteral>(call.arguments[1]->value).value);
        return std::make_unique<Formatted>(number(*call.arguments[0]), format.value());
    }
    return std::make_unique<Changed>(append_function(call.function), text(*call.arguments[0]));
}

} // namespace ms::expr
