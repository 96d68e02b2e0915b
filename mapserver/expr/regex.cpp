// SPDX-License-Identifier: MIT
#include "expr/regex.hpp"

#include "base/error.hpp"
#include "base/handle.hpp"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <string>

namespace ms::expr {

namespace {

using CodeHandle = Handle<pcre2_code, pcre2_code_free>;
using MatchData = Handle<pcre2_match_data, pcre2_match_data_free>;
using MatchContext = Handle<pcre2_match_context, pcre2_match_context_free>;

// Backtracking steps: a thousandth of PCRE2's default, some milliseconds; and some for every byte,
// as ".*" takes one for each.
constexpr std::uint32_t match_limit = 10000;
constexpr std::size_t steps_per_byte = 4;
constexpr std::size_t longest_text = std::size_t{1} << 28U;
constexpr std::uint32_t depth_limit = 1000;
constexpr std::uint32_t heap_limit_kib = 1024;
constexpr std::size_t longest_pattern = 65536;
// JIT compilation costs as much as some hundred interpreted matches; most layers have fewer rows.
constexpr int matches_before_jit = 500;

/// Reads "^literals, dots and .* only$", which PropertyIsLike and LIKE become.
class Wildcards {
public:
    explicit Wildcards(std::string_view pattern) : m_rest(pattern) {}

    /// The same pattern, so that every piece between two .* is looked for once: after its first
    /// place no other needs to be tried. "" for patterns with anything else in them.
    [[nodiscard]] std::string without_backtracking()
    {
        if (!m_rest.starts_with('^')) {
            return {};
        }
        m_rest.remove_prefix(1);
        while (m_rest != "$") {
            if (m_rest.starts_with(".*")) {
                m_rest.remove_prefix(2);
                end_piece();
            } else if (auto const size = size_of_character(); size > 0) {
                m_piece += m_rest.substr(0, size);
                m_rest.remove_prefix(size);
            } else {
                return {};
            }
        }
        return "^" + m_made + (m_is_after_wildcard ? ".*" : "") + m_piece + "$";
    }

private:
    void end_piece()
    {
        if (!m_is_after_wildcard) {
            m_made += m_piece;
        } else if (!m_piece.empty()) {
            m_made += "(?>.*?" + m_piece + ")";
        }
        m_piece.clear();
        m_is_after_wildcard = true;
    }

    /// Of a character or a dot without a quantifier; 0: there is something else.
    [[nodiscard]] std::size_t size_of_character() const
    {
        constexpr std::string_view special = R"(^$|?*+()[]{})";
        if (m_rest.empty() || special.find(m_rest.front()) != std::string_view::npos) {
            return 0;
        }
        std::size_t const size = m_rest.front() == '\\' ? 2 : 1;
        bool const is_class = size == 2 && m_rest.size() > 1 &&
                              (std::isalnum(static_cast<unsigned char>(m_rest[1])) != 0 ||
                               static_cast<unsigned char>(m_rest[1]) > 127);
        bool const is_repeated =
            m_rest.size() > size &&
            std::string_view{"*+?{"}.find(m_rest[size]) != std::string_view::npos;
        return is_class || is_repeated || m_rest.size() <= size ? 0 : size;
    }

    std::string_view m_rest;
    std::string m_made;
    std::string m_piece;
    bool m_is_after_wildcard = false;
};

bool is_limit(int result) noexcept
{
    return result == PCRE2_ERROR_MATCHLIMIT || result == PCRE2_ERROR_DEPTHLIMIT ||
           result == PCRE2_ERROR_HEAPLIMIT || result == PCRE2_ERROR_JIT_STACKLIMIT;
}

} // namespace

struct CompiledRegex::Code {
    CodeHandle handle;
};

struct Regex::State {
    std::shared_ptr<CompiledRegex const> shared;
    CodeHandle own; ///< a copy with machine code, as others match with the shared one meanwhile
    pcre2_code const* code = nullptr;
    MatchContext context;
    MatchData data;
    int matches_until_jit = matches_before_jit;

    void compile_to_machine_code();
    int match(std::string_view text, std::uint32_t options);
};

Regex::~Regex() = default;
Regex::Regex(Regex&&) noexcept = default;
Regex& Regex::operator=(Regex&&) noexcept = default;

CompiledRegex::~CompiledRegex() = default;

CompiledRegex::CompiledRegex(std::string_view pattern, bool ignore_case)
{
    if (pattern.size() > longest_pattern) {
        throw Error{ErrorKind::BadMapfile, "regular expression: longer than 64 KiB"};
    }
    int error = 0;
    PCRE2_SIZE offset = 0;
    std::uint32_t const options = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_DOTALL |
                                  PCRE2_DOLLAR_ENDONLY | (ignore_case ? PCRE2_CASELESS : 0U);
    auto const wildcards = Wildcards{pattern}.without_backtracking();
    pattern = wildcards.empty() ? pattern : std::string_view{wildcards};
    auto const* const first = pattern.empty() ? "" : pattern.data();
    CodeHandle code{pcre2_compile(reinterpret_cast<PCRE2_SPTR>(first), pattern.size(), options,
                                  &error, &offset, nullptr)};
    if (!code) {
        std::array<PCRE2_UCHAR, 256> reason{};
        pcre2_get_error_message(error, reason.data(), reason.size());
        throw Error{ErrorKind::BadMapfile, std::string{"regular expression: "} +
                                               reinterpret_cast<char const*>(reason.data()) +
                                               " at character " + std::to_string(offset + 1)};
    }
    m_code = std::make_unique<Code const>(std::move(code));
}

Regex::Regex(std::string_view pattern, bool ignore_case)
    : Regex(std::make_shared<CompiledRegex const>(pattern, ignore_case))
{}

Regex::Regex(std::shared_ptr<CompiledRegex const> compiled) : m_state(std::make_unique<State>())
{
    m_state->code = compiled->m_code->handle.get();
    m_state->shared = std::move(compiled);
    m_state->context.reset(pcre2_match_context_create(nullptr));
    pcre2_set_depth_limit(m_state->context.get(), depth_limit);
    pcre2_set_heap_limit(m_state->context.get(), heap_limit_kib);
    m_state->data.reset(pcre2_match_data_create(1, nullptr)); // only whether it matches is needed
}

void Regex::State::compile_to_machine_code()
{
    matches_until_jit = 0;
    // Without JIT support for this machine, pcre2_match() continues to interpret.
    if (CodeHandle copy{pcre2_code_copy(code)}) {
        pcre2_jit_compile(copy.get(), PCRE2_JIT_COMPLETE);
        own = std::move(copy);
        code = own.get();
    }
}

int Regex::State::match(std::string_view text, std::uint32_t options)
{
    auto const* const first = text.empty() ? "" : text.data();
    return pcre2_match(code, reinterpret_cast<PCRE2_SPTR>(first), text.size(), 0, options,
                       data.get(), context.get());
}

bool Regex::matches(std::string_view text)
{
    auto& state = *m_state;
    if (state.matches_until_jit > 0 && --state.matches_until_jit == 0) {
        state.compile_to_machine_code();
    }
    auto const steps = match_limit + steps_per_byte * std::min(text.size(), longest_text);
    pcre2_set_match_limit(state.context.get(), static_cast<std::uint32_t>(steps));
    bool const is_interpreted = state.matches_until_jit > 0;
    auto result = state.match(text, 0);
    if (is_limit(result)) {
        // Machine code and the interpreter count differently; the answer must not depend on how
        // many rows came before, so that either may give it.
        if (is_interpreted) {
            state.compile_to_machine_code();
        }
        result = state.match(text, is_interpreted ? 0 : PCRE2_NO_JIT);
    }
    return result >= 0;
}

void append_literal(std::string& pattern, char c)
{
    constexpr std::string_view signs = R"(\^$.|?*+()[]{})";
    if (signs.find(c) != std::string_view::npos) {
        pattern.push_back('\\');
    }
    pattern.push_back(c);
}

} // namespace ms::expr
