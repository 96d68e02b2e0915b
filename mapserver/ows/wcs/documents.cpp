// SPDX-License-Identifier: MIT
#include "ows/wcs/documents.hpp"

#include "base/string.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace ms::ows::wcs {

std::vector<Coverage> listed_coverages(Call const& call)
{
    std::vector<Coverage> coverages;
    for (auto const layer : coverage_layers(*call.map, "GetCapabilities")) {
        call.services.deadline.check();
        try {
            auto coverage = coverage_of(call, layer);
            coverage.degrees = geographic_extent(coverage);
            coverages.push_back(std::move(coverage));
        } catch (Error const& error) {
            call.services.log.write(LogLevel::Notice,
                                    std::string{"WCS capabilities: "} + error.what());
        }
    }
    return coverages;
}

bool is_requested(Request const& request, std::string_view section)
{
    return request.sections.empty() ||
           std::ranges::any_of(request.sections, [&](std::string const& name) {
               return equals_ignoring_case(name, section) || equals_ignoring_case(name, "All");
           });
}

std::string number_text(double number)
{
    return fmt::format("{:.15g}", number);
}

std::string pair_text(double first, double second)
{
    return number_text(first) + ' ' + number_text(second);
}

std::span<std::string_view const> named_versions() noexcept
{
    static constexpr std::array<std::string_view, 3> versions{"2.0.1", "1.1.1", "1.0.0"};
    return versions;
}

} // namespace ms::ows::wcs
