// SPDX-License-Identifier: MIT
#include "ows/xml_time.hpp"

namespace ms::ows {

using feature::FieldType;

std::string xml_time(std::string_view text, FieldType type)
{
    std::string result{text};
    if (type == FieldType::Date || text.empty()) {
        return result;
    }
    if (type == FieldType::DateTime) {
        auto const blank = result.find(' ');
        if (blank == std::string::npos) {
            return result;
        }
        result[blank] = 'T';
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
