// SPDX-License-Identifier: MIT
#include "base/processor_wait.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <string_view>

namespace ms {

namespace {

/// Reads the number at the start of a text, and the blank after it; 0 without a number.
std::chrono::nanoseconds take_number(std::string_view& text) noexcept
{
    std::int64_t value = 0;
    auto const* const end = text.data() + text.size();
    auto const* const rest = std::from_chars(text.data(), end, value).ptr;
    text.remove_prefix(static_cast<std::size_t>(rest - text.data()) + (rest != end ? 1U : 0U));
    return std::chrono::nanoseconds{value};
}

} // namespace

ProcessorUse processor_use() noexcept
{
    int const file = ::open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return {};
    }
    std::array<char, 96> buffer{};
    auto const size = ::read(file, buffer.data(), buffer.size());
    ::close(file);
    std::string_view text{buffer.data(), static_cast<std::size_t>(size < 0 ? 0 : size)};
    auto const ran = take_number(text); // proc(5): time on the processor, time waiting, slices
    return {.ran = ran, .waited = take_number(text)};
}

bool was_kept_waiting(ProcessorUse const& before, ProcessorUse const& after) noexcept
{
    return after.waited - before.waited > (after.ran - before.ran) / 5;
}

} // namespace ms
