// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "inja/inja.hpp"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

// A template is rendered or refused with its place, within the time and memory of a request; the
// markup of a value never reaches the page.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    using namespace ms;
    std::string const text{reinterpret_cast<char const*>(data), size};
    static nlohmann::json const values{
        {"t", "<evil>"}, {"n", 5}, {"l", {1, "b", nullptr}}, {"o", {{"a", {{"b", "c"}}}}}};
    Deadline const deadline{Deadline::Clock::now() + std::chrono::milliseconds{200}};
    Budget budget{deadline, std::size_t{1} << 20U};
    auto const load = [&](std::string_view name) {
        return name == "other" ? "{% block a %}{{ t }}{% endblock %}" : text;
    };
    try {
        auto const page = inja::render("page", load, values, budget);
        bool const may_say_so =
            text.find("safe") != std::string::npos || text.find("evil") != std::string::npos;
        if (!may_say_so && page.find("<evil>") != std::string::npos) {
            std::abort();
        }
    } catch (Error const& error) {
        if (error.kind() != ErrorKind::BadMapfile && error.kind() != ErrorKind::Limit) {
            std::abort();
        }
    }
    return budget.kept_bytes() == 0 ? 0 : (std::abort(), 0);
}
