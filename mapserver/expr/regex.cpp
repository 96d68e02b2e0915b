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

using Code = Handle<pcre2_code, pcre2_code_free>;
using MatchData = Handle<pcre2_match_data, pcre2_match_data_free>;
using MatchContext = Handle<pcre2_match_context, pcre2_match_context_free>;

// Backtracking steps: a thousandth of PCRE2's default, some milliseconds.
constexpr std::uint32_t match_limit = 10000;
constexpr std::uint32_t heap_limit_kib = 1024;
constexpr std::size_t longest_pattern = 65536;

} // namespace

struct Regex::State {
    Code code;
    MatchContext context;
};

Regex::Regex(std::string_view pattern, bool ignore_case)
{
    if (pattern.size() > longest_pattern) {
        throw Error{ErrorKind::BadMapfile, "regular expression: longer than 64 KiB"};
    }
    int error = 0;
    PCRE2_SIZE offset = 0;
    std::uint32_t const options =
        PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | (ignore_case ? PCRE2_CASELESS : 0U);
    auto state = std::make_shared<State>();
    state->code.reset(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(pattern.data()), pattern.size(),
                                    options, &error, &offset, nullptr));
    if (!state->code) {
        std::array<PCRE2_UCHAR, 256> reason{};
        pcre2_get_error_message(error, reason.data(), reason.size());
        throw Error{ErrorKind::BadMapfile, std::string{"regular expression: "} +
                                               reinterpret_cast<char const*>(reason.data()) +
                                               " at character " + std::to_string(offset + 1)};
    }
    state->context.reset(pcre2_match_context_create(nullptr));
    pcre2_set_match_limit(state->context.get(), match_limit);
    pcre2_set_heap_limit(state->context.get(), heap_limit_kib);
    m_state = std::move(state);
}

bool Regex::matches(std::string_view text) const
{
    // Match data is scratch space of one thread; one pair of offsets is all that is asked.
    thread_local MatchData const scratch{pcre2_match_data_create(1, nullptr)};
    return pcre2_match(m_state->code.get(), reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(),
                       0, 0, scratch.get(), m_state->context.get()) >= 0;
}

} // namespace ms::expr
