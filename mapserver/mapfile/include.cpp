// SPDX-License-Identifier: MIT
#include "mapfile/include.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "base/utf8.hpp"
#include "mapfile/text_file.hpp"

#include <algorithm>

namespace ms::mapfile {

TokenStream::TokenStream(Provenance& origin, ProblemList& problems, bool reads_files)
    : m_origin(origin), m_problems(problems), m_reads_files(reads_files)
{}

void TokenStream::open_text(std::string text, std::filesystem::path const& name)
{
    auto const file = static_cast<std::uint32_t>(m_origin.files.size());
    m_origin.files.push_back(name);
    m_size += text.size();
    m_open.push_back({Lexer{m_texts.emplace_back(std::move(text)), file, m_texts}, name, true});
}

Token TokenStream::next()
{
    for (;;) {
        Token const token = m_open.back().lexer.next();
        if (token.kind == TokenKind::EndOfText && m_open.size() > 1) {
            m_open.pop_back();
        } else if (token.kind == TokenKind::Word && equals_ignoring_case(token.text, "INCLUDE")) {
            include(token, m_open.back().lexer.next());
        } else {
            check_encoding(token);
            return token;
        }
    }
}

/// Comments may be written in anything.
void TokenStream::check_encoding(Token const& token)
{
    auto& source = m_open.back();
    if (!source.is_utf8 || is_valid_utf8(token.text)) {
        return;
    }
    source.is_utf8 = false; // said once
    m_problems.warning(token.at, "the file is not UTF-8: clients may see wrong letters in "
                                 "names and titles (iconv -f latin1 -t utf-8)");
}

void TokenStream::include(Token const& keyword, Token const& name)
{
    auto const fail = [&](std::string const& message) { m_problems.error(keyword.at, message); };
    if (name.kind != TokenKind::String && name.kind != TokenKind::Word) {
        return fail("INCLUDE needs the name of a file");
    }
    auto const quoted = '"' + std::string{name.text} + '"';
    if (!m_reads_files) {
        return fail("INCLUDE " + quoted + " is not allowed here");
    }
    // MapServer searches beside the mapfile, also for includes of an included file.
    auto const path = (m_origin.directory / name.text).lexically_normal();
    if (std::ranges::find(m_open, path, &Source::path) != m_open.end()) {
        return fail("INCLUDE " + quoted + " includes itself");
    }
    if (m_open.size() > max_include_depth) {
        return fail("INCLUDE " + quoted + " is nested more than " +
                    std::to_string(max_include_depth) + " deep");
    }
    if (m_origin.files.size() >= max_files) {
        return fail("INCLUDE " + quoted + ": the map has too many files");
    }
    try {
        open_text(read_text_file(path, max_text_size - std::min(m_size, max_text_size)), path);
    } catch (Error const& error) {
        m_origin.unread.push_back(path);
        fail(std::string{"INCLUDE: "} + error.what());
    }
}

} // namespace ms::mapfile
