// SPDX-License-Identifier: MIT
// The head of a request as a client sends it: refused, or ended by its empty line with one question mark at most left in the target.
#include "server/head_check.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    ms::server::HeadCheck head;
    std::string passed;
    for (std::size_t i = 0; i < size; ++i) {
        auto c = static_cast<char>(data[i]);
        auto const step = head.take(c);
        bool const is_refused = step == ms::server::HeadCheck::Step::Refused;
        if (is_refused != (head.refusal() != 0)) {
            std::abort();
        }
        if (is_refused) {
            return 0;
        }
        passed += c;
        if (step == ms::server::HeadCheck::Step::End) {
            passed.erase(0, passed.find_first_not_of("\r\n"));
            auto const line = passed.substr(0, passed.find('\n'));
            if (!passed.ends_with("\r\n\r\n") || std::ranges::count(line, '?') > 1) {
                std::abort();
            }
            return 0;
        }
    }
    return 0;
}
