// SPDX-License-Identifier: MIT
#include "mapfile/reader.hpp"

#include "base/similar.hpp"
#include "base/string.hpp"
#include "mapfile/keywords.hpp"
#include "mapfile/quote.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace ms::mapfile {

namespace {

std::string describe(Token const& token)
{
    switch (token.kind) {
    case TokenKind::EndOfText:
        return "the end of the file";
    case TokenKind::Bad:
        return (token.text.starts_with('"') ? "" : "this: ") + std::string{token.text};
    default:
        // Long enough to find it, short enough for a line of a log.
        return as_text(token).substr(0, 60);
    }
}

std::string limits_text(Limits const& limits)
{
    bool const has_max = std::isfinite(limits.max);
    if (!has_max) {
        return (limits.excludes_min ? "greater than " : "at least ") + format_double(limits.min);
    }
    return "between " + format_double(limits.min) + " and " + format_double(limits.max);
}

bool is_within(double value, Limits const& limits)
{
    return value <= limits.max && (limits.excludes_min ? value > limits.min : value >= limits.min);
}

} // namespace

Reader::Reader(TokenStream& tokens, ProblemList& problems, bool is_strict)
    : m_tokens(tokens), m_problems(problems), m_is_strict(is_strict), m_token(tokens.next())
{}

Token Reader::next()
{
    Token const token = m_token;
    m_last_at = token.at;
    if (token.kind == TokenKind::EndOfText) {
        return token;
    }
    if (++m_token_count > max_tokens || m_problems.is_full()) {
        m_problems.error(token.at, "too much to read");
        m_token = {.at = token.at};
        return m_token;
    }
    m_token = m_tokens.next();
    return token;
}

bool Reader::is_word(std::string_view word) const noexcept
{
    return is_kind(TokenKind::Word) && equals_ignoring_case(m_token.text, word);
}

bool Reader::is_on_keyword_line() const noexcept
{
    return !is_kind(TokenKind::EndOfText) && m_token.at.line == m_keyword_at.line &&
           m_token.at.file == m_keyword_at.file;
}

bool Reader::take_end()
{
    if (is_word("END")) {
        next();
        return true;
    }
    if (is_kind(TokenKind::EndOfText) || opens_one_of(m_blocks)) {
        fail("is not closed: END is missing");
    }
    return false;
}

void Reader::fail(std::string message) const
{
    throw ReadError{m_keyword_at, keyword_name() + ' ' + std::move(message)};
}

std::string Reader::keyword_name() const
{
    return to_upper(m_keyword);
}

void Reader::old_spelling(Position const& at, std::string message)
{
    if (m_is_strict) {
        error(at, std::move(message));
    } else {
        warning(at, std::move(message));
    }
}

void Reader::check_limits(Token const& token, double value, Limits const& limits) const
{
    if (!is_within(value, limits)) {
        throw ReadError{token.at, keyword_name() + " must be " + limits_text(limits) + ", not " +
                                      std::string{token.text}};
    }
}

double Reader::number(Limits const& limits, bool clamps)
{
    if (!is_kind(TokenKind::Number)) {
        throw ReadError{m_token.at, keyword_name() + " needs a number, not " + describe(m_token)};
    }
    auto const value = parse_double(m_token.text);
    if (!value) {
        throw ReadError{m_token.at, keyword_name() + ": the number " + std::string{m_token.text} +
                                        " is too large"};
    }
    Token const token = next();
    if (clamps) {
        return std::clamp(*value, limits.min, limits.max);
    }
    check_limits(token, *value, limits);
    return *value;
}

/// MapServer cuts the fraction off; so do we, saying so.
int Reader::integer(Limits const& limits, bool clamps)
{
    Token const token = m_token;
    double const value = number();
    double const whole = std::trunc(value);
    if (std::abs(whole) > 2147483647.0) {
        throw ReadError{token.at, keyword_name() + " is too large: " + std::string{token.text}};
    }
    if (whole != value) {
        warning(token.at, keyword_name() + " is a whole number; the fraction is cut off");
    }
    if (clamps) {
        return static_cast<int>(std::clamp(whole, limits.min, limits.max));
    }
    check_limits(token, whole, limits);
    return static_cast<int>(whole);
}

std::string Reader::string()
{
    if (is_kind(TokenKind::Number)) {
        old_spelling(m_token.at, keyword_name() + " is a text; write it in quotes");
        return std::string{next().text};
    }
    if (!is_kind(TokenKind::String) && (!is_kind(TokenKind::Word) || is_word("END"))) {
        throw ReadError{m_token.at, keyword_name() + " needs a text, not " + describe(m_token)};
    }
    return std::string{next().text};
}

std::string_view Reader::word(std::string_view expected)
{
    if (!is_kind(TokenKind::Word) && !is_kind(TokenKind::String)) {
        throw ReadError{m_token.at, keyword_name() + " needs " + std::string{expected} + ", not " +
                                        describe(m_token)};
    }
    return next().text;
}

void Reader::begin_keyword(Token const& token, KeywordFacts const& facts)
{
    m_keyword_at = token.at;
    m_keyword = token.text;
    if (!facts.alias.empty() && equals_ignoring_case(token.text, facts.alias)) {
        warning(token.at, keyword_name() + " is the old name of " + std::string{facts.name});
    }
    switch (facts.support) {
    case Support::Full:
        break;
    case Support::Preserved:
        warning(token.at,
                keyword_name() + " of " + std::string{m_blocks.back().name} + " is not supported");
        break;
    case Support::Ignored:
        warning(token.at, keyword_name() + " has no effect");
        break;
    case Support::Removed:
        old_spelling(token.at, keyword_name() + " is no longer part of the language" +
                                   (facts.advice.empty() ? "" : "; ") + std::string{facts.advice});
        break;
    }
}

void Reader::enter_block(std::string_view name, bool (*is_keyword)(std::string_view),
                         bool (*opens_block)(std::string_view),
                         std::vector<std::string_view> (*keywords)())
{
    if (m_blocks.size() >= max_depth) {
        fail("is nested too deeply");
    }
    m_blocks.push_back({name, m_keyword_at, is_keyword, opens_block, keywords, {}});
}

/// Whether the next token begins a line and opens a block in one of these blocks.
bool Reader::opens_one_of(std::span<Block const> blocks) const
{
    return is_kind(TokenKind::Word) && is_first_of_line() &&
           std::ranges::any_of(
               blocks, [this](Block const& block) { return block.opens_block(m_token.text); });
}

bool Reader::is_at_block_of_outside() const
{
    return is_kind(TokenKind::Word) && !m_blocks.back().is_keyword(m_token.text) &&
           opens_one_of(std::span{m_blocks}.first(m_blocks.size() - 1));
}

void Reader::leave_block()
{
    auto const actions = std::move(m_blocks.back().actions);
    m_blocks.pop_back();
    for (auto const& action : actions) {
        action();
    }
}

void Reader::at_end_of_block(std::function<void()> action)
{
    m_blocks.back().actions.push_back(std::move(action));
}

void Reader::unclosed_block()
{
    if (m_has_said_end) {
        return; // the blocks around it lack theirs for the same reason
    }
    m_has_said_end = is_kind(TokenKind::EndOfText);
    Block const& block = m_blocks.back();
    error(block.at,
          std::string{block.name} + " is not closed: END is missing before " + describe(m_token));
}

bool Reader::is_first_of_line() const noexcept
{
    return m_token.at.line != m_last_at.line || m_token.at.file != m_last_at.file;
}

/// Reading can continue at a known keyword that is the first word of its line.
bool Reader::is_at_keyword() const
{
    return is_kind(TokenKind::Word) && is_first_of_line() &&
           m_blocks.back().is_keyword(m_token.text);
}

/// The first word of a line is a keyword, known or not.
void Reader::recover()
{
    while (!is_kind(TokenKind::EndOfText) && !is_word("END") &&
           !(is_kind(TokenKind::Word) && is_first_of_line())) {
        next();
    }
}

void Reader::recover_from_list()
{
    while (!is_kind(TokenKind::EndOfText) && !is_at_keyword() && !opens_one_of(m_blocks)) {
        Token const token = next();
        if (token.kind == TokenKind::Word && equals_ignoring_case(token.text, "END")) {
            return;
        }
    }
}

void Reader::unknown_keyword(Token const& token)
{
    std::string const block{m_blocks.back().name};
    m_keyword_at = token.at;
    m_keyword = token.text;
    if (token.kind != TokenKind::Word) {
        error(token.at, "expected a keyword of " + block + ", not " + describe(token));
    } else if (opens_block(token.text) != Opens::Never) {
        error(token.at, keyword_name() + " does not belong in " + block);
        if (is_value_keyword(token)) {
            return recover();
        }
        return pass_over_block();
    } else {
        error(token.at, keyword_name() + " is not a keyword of " + block +
                            suggestion(token.text, m_blocks.back().keywords()));
    }
    recover();
}

/// SYMBOL "name" and STYLE 1: values there, blocks elsewhere. `token` was taken last.
bool Reader::is_value_keyword(Token const& token) const
{
    return opens_block(token.text) == Opens::Sometimes && !is_kind(TokenKind::Word) &&
           m_token.at.line == token.at.line;
}

/// Skips a block after its first word, including its END.
void Reader::pass_over_block()
{
    for (std::size_t depth = 1; depth > 0 && !is_kind(TokenKind::EndOfText);) {
        Token const token = next();
        if (token.kind != TokenKind::Word) {
            continue;
        }
        if (equals_ignoring_case(token.text, "END")) {
            --depth;
        } else if (opens_block(token.text) != Opens::Never && !is_value_keyword(token)) {
            ++depth;
        }
    }
}

std::string Reader::take_any_value()
{
    std::string text;
    while (!is_kind(TokenKind::EndOfText) && !is_kind(TokenKind::Bad) && !is_word("END")) {
        bool const is_keyword =
            is_kind(TokenKind::Word) && m_blocks.back().is_keyword(m_token.text);
        if (is_keyword && (!text.empty() || !is_on_keyword_line())) {
            break;
        }
        if (!text.empty()) {
            text += ' ';
        }
        text += as_text(next());
    }
    return text;
}

} // namespace ms::mapfile
