// SPDX-License-Identifier: MIT
#include "expr/regex.hpp"

#include "base/error.hpp"
#include "base/handle.hpp"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <array>
#include <string>

namespace ms::expr {

namespace {

using CodeHandle = Handle<pcre2_code, pcre2_code_free>;
using MatchData = Handle<pcre2_match_data, pcre2_match_data_free>;
using MatchContext = Handle<pcre2_match_context, pcre2_match_context_free>;

// Backtracking steps: a thousandth of PCRE2's default, some milliseconds.
constexpr std::uint32_t match_limit = 10000;
constexpr std::uint32_t depth_limit = 1000;
constexpr std::uint32_t heap_limit_kib = 1024;
constexpr std::size_t longest_pattern = 65536;
// JIT compilation costs as much as some hundred interpreted matches; most layers have fewer rows.
constexpr int matches_before_jit = 500;

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
    pcre2_set_match_limit(m_state->context.get(), match_limit);
    pcre2_set_depth_limit(m_state->context.get(), depth_limit);
    pcre2_set_heap_limit(m_state->context.get(), heap_limit_kib);
    m_state->data.reset(pcre2_match_data_create(1, nullptr)); // only whether it matches is needed
}

bool Regex::matches(std::string_view text)
{
    auto& state = *m_state;
    if (state.matches_until_jit > 0 && --state.matches_until_jit == 0) {
        // Without JIT support for this machine, pcre2_match() continues to interpret.
        if (CodeHandle own{pcre2_code_copy(state.code)}) {
            pcre2_jit_compile(own.get(), PCRE2_JIT_COMPLETE);
            state.own = std::move(own);
            state.code = state.own.get();
        }
    }
    auto const* const first = text.empty() ? "" : text.data();
    return pcre2_match(state.code, reinterpret_cast<PCRE2_SPTR>(first), text.size(), 0, 0,
                       state.data.get(), state.context.get()) >= 0;
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
