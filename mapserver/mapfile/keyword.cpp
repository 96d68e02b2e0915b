// SPDX-License-Identifier: MIT
#include "mapfile/keyword.hpp"

#include "base/string.hpp"

namespace ms::mapfile {

namespace {

std::size_t hash_of(std::string_view name) noexcept
{
    std::size_t hash = name.size();
    for (char const c : name) {
        hash = hash * 31 + (static_cast<unsigned char>(c) | 0x20U); // folds ASCII letters
    }
    return hash;
}

} // namespace

void KeywordIndex::add(std::string_view name, std::size_t row)
{
    auto slot = hash_of(name) % slot_count;
    while (!m_slots[slot].name.empty()) {
        slot = (slot + 1) % slot_count;
    }
    m_slots[slot] = {name, static_cast<std::uint16_t>(row)};
}

int KeywordIndex::find(std::string_view name) const noexcept
{
    for (auto slot = hash_of(name) % slot_count; !m_slots[slot].name.empty();
         slot = (slot + 1) % slot_count) {
        if (m_slots[slot].name.size() == name.size() &&
            equals_ignoring_case(m_slots[slot].name, name)) {
            return m_slots[slot].row;
        }
    }
    return -1;
}

} // namespace ms::mapfile
