// SPDX-License-Identifier: MIT
#include "ows/common/xml_time.hpp"

#include <utility>

namespace ms::ows {

using feature::FieldType;

namespace {

/// "20040101", as files of dBASE write a day, with dashes.
std::string with_dashes(std::string date)
{
    constexpr std::size_t digits = 8;
    if (date.size() == digits && date.find_first_not_of("0123456789") == std::string::npos) {
        date.insert(6, "-").insert(4, "-");
    }
    return date;
}

} // namespace

std::string xml_time(std::string_view text, FieldType type)
{
    std::string result{text};
    if (type == FieldType::Date) {
        return with_dashes(std::move(result));
    }
    if (text.empty()) {
        return result;
    }
    if (type == FieldType::DateTime) {
        auto const between = result.find_first_of(" T");
        if (between == std::string::npos) {
            return result;
        }
        result[between] = 'T';
    }
    auto const clock = type == FieldType::Time ? 0 : result.find('T') + 1;
    auto const zone = result.find_first_of("+-Z", clock);
    if (zone == std::string::npos) {
        return result + 'Z';
    }
    auto const offset = result.substr(zone);
    if (offset == "+00" || offset == "+00:00") {
        return result.substr(0, zone) + 'Z';
    }
    return offset.size() == 3 ? result + ":00" : result; // PostgreSQL leaves minutes of 0 out
}

} // namespace ms::ows
