// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Splits a mapfile into tokens, with its INCLUDEs inserted.

#include "mapfile/lexer.hpp"
#include "mapfile/problem_list.hpp"

namespace ms::mapfile {

class TokenStream {
public:
    static constexpr std::size_t max_include_depth = 5; ///< as in MapServer
    static constexpr std::size_t max_files = 1000;

    /// \param origin     receives every file that is read; its directory is the base of INCLUDEs
    /// \param problems   receives errors of INCLUDEs
    /// \param reads_files false: INCLUDE is an error
    TokenStream(Provenance& origin, ProblemList& problems, bool reads_files);

    /// Starts with a text. \param name of the file it comes from, for messages; may be empty
    void open_text(std::string text, std::filesystem::path const& name);

    /// EndOfText again and again once the first file is at its end. Tokens live as long as this.
    [[nodiscard]] Token next();

private:
    struct Source {
        Lexer lexer;
        std::filesystem::path path;
        bool is_utf8 = true; ///< as far as it was read
    };

    void include(Token const& keyword, Token const& name);
    void check_encoding(Token const& token);

    Provenance& m_origin;
    ProblemList& m_problems;
    bool m_reads_files;
    std::size_t m_size = 0; ///< bytes of all texts
    TokenTexts m_texts;
    std::vector<Source> m_open; ///< the innermost last
};

} // namespace ms::mapfile
