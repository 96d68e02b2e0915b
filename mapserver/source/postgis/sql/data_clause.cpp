// SPDX-License-Identifier: MIT
#include "source/postgis/sql/data_clause.hpp"

#include "base/string.hpp"
#include "source/layer_error.hpp"
#include "source/postgis/sql/sql_text.hpp"

#include <vector>

namespace ms::source::postgis {

namespace {

struct Word {
    std::string_view text;
    std::size_t at = 0; ///< position in the clause
};

bool is_space(char c) noexcept
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/// Words between white space at parenthesis depth 0; comments are space, quoted text is part of a
/// word.
std::vector<Word> words_of(std::string_view text)
{
    std::vector<Word> words;
    int depth = 0;
    auto start = std::string_view::npos;
    auto const end_word = [&](std::size_t end) {
        if (start != std::string_view::npos) {
            words.push_back({text.substr(start, end - start), start});
            start = std::string_view::npos;
        }
    };
    for (std::size_t i = 0; i < text.size();) {
        auto const next = skip_quoted(text, i);
        bool const is_comment = next != i && (text[i] == '-' || text[i] == '/');
        if (depth == 0 && (is_comment || is_space(text[i]))) {
            end_word(i);
        } else if (start == std::string_view::npos) {
            start = i;
        }
        depth += next == i ? (text[i] == '(') - (text[i] == ')') : 0;
        i = next == i ? i + 1 : next;
    }
    end_word(text.size());
    return words;
}

/// "(select ...)", but not "(select ...) a JOIN b ON (a.id = b.id)".
bool is_one_parenthesis(std::string_view text)
{
    if (!text.starts_with('(')) {
        return false;
    }
    int depth = 0;
    for (std::size_t i = 0; i < text.size();) {
        auto const next = skip_quoted(text, i);
        depth += next == i ? (text[i] == '(') - (text[i] == ')') : 0;
        i = next == i ? i + 1 : next;
        if (depth == 0) {
            return i == text.size();
        }
    }
    return false;
}

bool is(Word const& word, std::string_view keyword)
{
    return equals_ignoring_case(word.text, keyword);
}

/// One dotted part of a name: quoted, or letters, digits, _ and $.
std::size_t skip_name_part(std::string_view text, std::size_t at)
{
    if (text.substr(at).starts_with('"')) {
        return skip_quoted(text, at);
    }
    auto const is_name_character = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '$' || (static_cast<unsigned char>(c) & 0x80U) != 0;
    };
    while (at < text.size() && is_name_character(text[at])) {
        ++at;
    }
    return at;
}

/// `srid=4326`, `srid = 4326`, `srid= 4326`, as one text without spaces, from the words at `i`.
std::string joined(std::vector<Word> const& words, std::size_t i, std::size_t end)
{
    std::string text;
    for (; i < end; ++i) {
        text.append(words[i].text);
    }
    return text;
}

bool begins_using(std::vector<Word> const& words, std::size_t i)
{
    return is(words[i], "using") && i + 1 < words.size() &&
           (is(words[i + 1], "unique") || starts_with_ignoring_case(words[i + 1].text, "srid"));
}

class Parser {
public:
    Parser(std::string_view data, LayerRef const& layer)
        : m_data(data), m_layer(layer), m_words(words_of(data))
    {}

    DataClause parse()
    {
        auto const from = find_from();
        m_clause.geometry = unquote_identifier(trim(m_data.substr(0, m_words[from].at)));
        auto const first_using = find_using(from + 1);
        parse_source(from, first_using);
        for (auto i = first_using; i < m_words.size();) {
            auto const next = find_using(i + 1);
            parse_using(i + 1, next);
            i = next;
        }
        return std::move(m_clause);
    }

private:
    [[nodiscard]] LayerError error(std::string_view cause) const
    {
        return m_layer.error(ErrorKind::BadMapfile, std::string{"DATA: "}.append(cause));
    }

    std::size_t find_from() const
    {
        for (std::size_t i = 1; i + 1 < m_words.size(); ++i) {
            if (is(m_words[i], "from")) {
                return i;
            }
        }
        throw error("expected \"geometry_column from table_or_subselect\"");
    }

    std::size_t find_using(std::size_t i) const
    {
        while (i < m_words.size() && !begins_using(m_words, i)) {
            ++i;
        }
        return i;
    }

    /// Up to the end of its last word: a comment behind it would hide what follows in a statement.
    void parse_source(std::size_t from, std::size_t first_using)
    {
        auto const begin = m_words[from].at + m_words[from].text.size();
        auto const& last = m_words[first_using - 1];
        m_clause.source = trim(m_data.substr(begin, last.at + last.text.size() - begin));
        if (m_clause.source.empty()) {
            throw error("nothing stands between \"from\" and \"using\"");
        }
        if (is_one_parenthesis(m_clause.source)) {
            m_clause.source += " AS ms_source";
        }
    }

    void parse_using(std::size_t begin, std::size_t end)
    {
        if (is(m_words[begin], "unique")) {
            parse_unique(begin + 1, end);
        } else {
            parse_srid(joined(m_words, begin, end));
        }
    }

    void parse_unique(std::size_t begin, std::size_t end)
    {
        if (!m_clause.key.empty()) {
            throw error("\"using unique\" is given twice");
        }
        if (end != begin + 1) {
            throw error("expected one column name behind \"using unique\"");
        }
        m_clause.key = unquote_identifier(m_words[begin].text);
    }

    void parse_srid(std::string_view text)
    {
        if (m_clause.srid) {
            throw error("\"using srid\" is given twice");
        }
        auto const equals = text.find('=');
        auto const number = equals == 4 ? parse_int(text.substr(5)) : std::nullopt;
        if (!number) {
            throw error("expected a number behind \"using srid=\"");
        }
        m_clause.srid = number;
    }

    std::string_view m_data;
    LayerRef const& m_layer;
    std::vector<Word> m_words;
    DataClause m_clause;
};

} // namespace

bool DataClause::is_table() const
{
    std::size_t at = 0;
    for (;;) {
        auto const end = skip_name_part(source, at);
        if (end == at) {
            return false;
        }
        if (end == source.size()) {
            return true;
        }
        if (source[end] != '.') {
            return false;
        }
        at = end + 1;
    }
}

std::string table_in_subselect(std::string_view source)
{
    auto const begin = source.find_first_not_of("( \t\r\n");
    if (!source.starts_with('(') || begin == std::string_view::npos) {
        return {};
    }
    auto const words = words_of(source.substr(begin));
    bool const is_of_all =
        words.size() > 3 && is(words[0], "select") && words[1].text == "*" && is(words[2], "from");
    DataClause const table{.geometry = {},
                           .source = is_of_all ? std::string{words[3].text} : "",
                           .key = {},
                           .srid = {}};
    // A list or a join has columns of others.
    bool const is_alone = words.size() > 4 && is(words[4], "where");
    return is_alone && table.is_table() ? table.source : "";
}

DataClause parse_data_clause(std::string_view data, LayerRef const& layer)
{
    return Parser{data, layer}.parse();
}

} // namespace ms::source::postgis
