// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The keys of METADATA that hold a contact, with their names in ISO 19115.

#include <array>
#include <string_view>

namespace ms::ows {

/// OWS Common (OGC 06-121r3, table 12) has taken its elements from ISO 19115: the same names, with
/// a capital.
struct ContactItem {
    std::string_view key;  ///< without its prefix: "city" of ows_city
    std::string_view name; ///< of the element
};

inline constexpr std::array contact_numbers{ContactItem{"contactvoicetelephone", "voice"},
                                            ContactItem{"contactfacsimiletelephone", "facsimile"}};
inline constexpr std::array contact_address{
    ContactItem{"address", "deliveryPoint"},
    ContactItem{"city", "city"},
    ContactItem{"stateorprovince", "administrativeArea"},
    ContactItem{"postcode", "postalCode"},
    ContactItem{"country", "country"},
    ContactItem{"contactelectronicmailaddress", "electronicMailAddress"}};

} // namespace ms::ows
