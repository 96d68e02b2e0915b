// SPDX-License-Identifier: MIT
// Variables of CGI and FastCGI, one "NAME=value" on each line; the body behind an empty line.
#include "base/error.hpp"
#include "server/front/cgi_request.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    using namespace ms;
    std::string_view text{reinterpret_cast<char const*>(data), size};
    std::map<std::string, std::string, std::less<>> variables;
    while (!text.empty() && text.front() != '\n') {
        auto const line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        auto const name = line.substr(0, line.find('='));
        variables[std::string{name}] = line.substr(std::min(line.size(), name.size() + 1));
    }
    std::string_view const body = text.empty() ? text : text.substr(1);
    static server::Config const config{mapfile::ConfigFile{}, nullptr};
    try {
        auto const request = server::read_cgi_request(
            [&](char const* name) {
                auto const found = variables.find(name);
                return found == variables.end() ? nullptr : found->second.c_str();
            },
            [&](std::size_t most) { return std::string{body.substr(0, most)}; }, config);
        static_cast<void>(http::to_url(request.address));
    } catch (Error const&) { // refused
    }
    return 0;
}
