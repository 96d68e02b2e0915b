// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads a mapfile token by token, and reports errors.

#include "mapfile/include.hpp"
#include "mapfile/keyword.hpp"

#include <functional>

namespace ms::mapfile {

/// A keyword's value cannot be read. Caught where the keywords of a block are read; reading
/// continues with the next keyword.
struct ReadError {
    Position at{};
    std::string message;
};

class Reader {
public:
    static constexpr std::size_t max_depth = 32; ///< of nested blocks; MapServer's own need 6
    static constexpr std::size_t max_tokens = std::size_t{1} << 24U;

    /// \param is_strict  old spellings are errors
    Reader(TokenStream& tokens, ProblemList& problems, bool is_strict);

    // Tokens
    [[nodiscard]] Token const& peek() const noexcept { return m_token; }
    Token next();
    /// Whether the next token is this bare word, without case.
    [[nodiscard]] bool is_word(std::string_view word) const noexcept;
    [[nodiscard]] bool is_kind(TokenKind kind) const noexcept { return m_token.kind == kind; }
    /// Whether the next token is on the same line as the current keyword.
    [[nodiscard]] bool is_on_keyword_line() const noexcept;
    /// Reads END if it is next, and returns whether it was.
    /// \throws ReadError if the list cannot continue
    [[nodiscard]] bool take_end();

    // Expected tokens. \throws ReadError if the next token, which stays unread, is another
    [[nodiscard]] double number(Limits const& limits = {}, bool clamps = false);
    [[nodiscard]] int integer(Limits const& limits = {}, bool clamps = false);
    /// Quoted or bare, but not a bare END. A number is accepted as a text with a warning.
    [[nodiscard]] std::string string();
    [[nodiscard]] std::string_view word(std::string_view expected);

    // Complaints
    [[noreturn]] void fail(std::string message) const;
    void error(Position const& at, std::string message)
    {
        m_problems.error(at, std::move(message));
    }
    void warning(Position const& at, std::string message)
    {
        m_problems.warning(at, std::move(message));
    }
    /// Reports a spelling that MapServer 8 rejects and we accept.
    void old_spelling(Position const& at, std::string message);
    [[nodiscard]] ProblemList& problems() noexcept { return m_problems; }

    // The keyword being read
    void begin_keyword(Token const& token, KeywordFacts const& facts);
    [[nodiscard]] Position const& keyword_at() const noexcept { return m_keyword_at; }
    [[nodiscard]] std::string keyword_name() const;

    // Blocks
    /// \param is_keyword  whether a word is a keyword of the block
    /// \param opens_block whether it opens a block inside of it
    /// \param keywords    all of the block's
    void enter_block(std::string_view name, bool (*is_keyword)(std::string_view),
                     bool (*opens_block)(std::string_view),
                     std::vector<std::string_view> (*keywords)());
    void leave_block();
    /// Whether the next token opens a block of an enclosing block: an END is missing before it.
    [[nodiscard]] bool is_at_block_of_outside() const;
    /// Runs when the block being read is complete.
    void at_end_of_block(std::function<void()> action);
    /// The END of the innermost block is missing. Reported once at the end of the text.
    void unclosed_block();
    /// Skips unreadable text, up to a likely keyword or an END.
    void recover();
    /// The same within a list: its END is passed over, too.
    void recover_from_list();
    void unknown_keyword(Token const& token);
    /// Reads everything before the next keyword of the block, as text that parses to the same.
    std::string take_any_value();

private:
    struct Block {
        std::string_view name;
        Position at{};
        bool (*is_keyword)(std::string_view) = nullptr;
        bool (*opens_block)(std::string_view) = nullptr;
        std::vector<std::string_view> (*keywords)() = nullptr;
        std::vector<std::function<void()>> actions;
    };

    void check_limits(Token const& token, double value, Limits const& limits) const;
    [[nodiscard]] bool is_first_of_line() const noexcept;
    [[nodiscard]] bool is_at_keyword() const;
    [[nodiscard]] bool opens_one_of(std::span<Block const> blocks) const;
    void pass_over_block();
    [[nodiscard]] bool is_value_keyword(Token const& token) const;

    TokenStream& m_tokens;
    ProblemList& m_problems;
    bool m_is_strict;
    bool m_has_said_end = false;
    std::size_t m_token_count = 0;
    Token m_token;
    Position m_last_at{}; ///< of the token read last
    Position m_keyword_at{};
    std::string_view m_keyword; ///< as written
    std::vector<Block> m_blocks;
};

} // namespace ms::mapfile
