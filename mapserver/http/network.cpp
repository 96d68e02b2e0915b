// SPDX-License-Identifier: MIT
#include "http/network.hpp"

#include "base/string.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace ms::http {

namespace {

/// IPv4 is stored in its IPv6 form, so that there is one kind.
struct Network {
    std::array<std::uint8_t, 16> bytes{};
    int bits = 128;
};

std::optional<Network> parse_network(std::string_view text)
{
    auto const slash = text.find('/');
    std::string const host{text.substr(0, slash)};
    std::array<std::uint8_t, 4> v4{};
    Network network;
    int offset = 0;
    if (inet_pton(AF_INET, host.c_str(), v4.data()) == 1) {
        network.bytes[10] = network.bytes[11] = 0xFF; // RFC 4291, 2.5.5.2: IPv4-mapped
        std::ranges::copy(v4, network.bytes.begin() + 12);
        offset = 96;
    } else if (inet_pton(AF_INET6, host.c_str(), network.bytes.data()) != 1) {
        return std::nullopt;
    }
    if (slash != std::string_view::npos) {
        auto const bits = parse_int(text.substr(slash + 1));
        if (!bits || *bits < 0 || *bits > 128 - offset) {
            return std::nullopt;
        }
        network.bits = *bits + offset;
    }
    return network;
}

bool is_inside(Network const& address, Network const& network)
{
    for (int bit = 0; bit < network.bits; ++bit) {
        auto const byte = static_cast<std::size_t>(bit / 8);
        auto const mask = 0x80U >> static_cast<unsigned>(bit % 8);
        if (((address.bytes[byte] ^ network.bytes[byte]) & mask) != 0) {
            return false;
        }
    }
    return true;
}

} // namespace

std::optional<bool> names_address(std::string_view list, std::string_view address)
{
    auto const client = parse_network(address);
    if (!client || address.find('/') != std::string_view::npos) {
        return std::nullopt;
    }
    bool is_named = false;
    auto const text = replace_all(list, ",", " ");
    for (auto const word : split_words(text)) {
        auto const network = parse_network(word);
        if (!network) {
            return std::nullopt;
        }
        is_named = is_named || is_inside(*client, *network);
    }
    return is_named;
}

} // namespace ms::http
