// SPDX-License-Identifier: MIT
#include "source/remote/access.hpp"

#include "base/hex.hpp"
#include "base/percent_encode.hpp"
#include "base/string.hpp"
#include "source/layer_error.hpp"
#include "source/postgis/link/decrypt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ms::source::remote {

namespace {

/// The metadata of one layer, and those of WEB.
class Keys {
public:
    Keys(mapfile::Map const& map, mapfile::Layer const& layer, std::string_view prefix)
        : m_map(map), m_layer(layer), m_prefix(prefix)
    {}

    [[nodiscard]] std::string value(std::string_view key) const
    {
        auto const* found = find_of(m_layer.metadata, m_prefix, key);
        found = found == nullptr ? find_of(m_map.web.metadata, m_prefix, key) : found;
        return found == nullptr ? std::string{} : *found;
    }

    [[nodiscard]] std::string secret(std::string_view key) const
    {
        auto const text = value(key);
        return postgis::readable_connection(m_map, text, {m_layer.name, m_map.where(m_layer.at)});
    }

    [[nodiscard]] std::optional<int> number(std::string_view key, int least, int most) const
    {
        auto const text = value(key);
        if (text.empty()) {
            return std::nullopt;
        }
        auto const number = parse_int(trim(text));
        if (!number || *number < least || *number > most) {
            fail(m_map, m_layer,
                 fmt::format("{}{} \"{}\" is not a number from {} to {}", m_prefix, key, text,
                             least, most));
        }
        return number;
    }

    [[nodiscard]] Authentication authentication(std::string_view key) const
    {
        constexpr std::array<std::pair<std::string_view, Authentication>, 5> kinds{
            {{"BASIC", Authentication::Basic},
             {"DIGEST", Authentication::Digest},
             {"NTLM", Authentication::Ntlm},
             {"ANY", Authentication::Any},
             {"ANYSAFE", Authentication::AnySafe}}};
        auto const text = value(key);
        if (text.empty()) {
            return Authentication::Basic;
        }
        auto const* const found = std::ranges::find_if(
            kinds, [&](auto const& kind) { return equals_ignoring_case(kind.first, text); });
        if (found == kinds.end()) {
            fail(m_map, m_layer,
                 fmt::format("{}{} is none of BASIC, DIGEST, NTLM, ANY, ANYSAFE", m_prefix, key));
        }
        return found->second;
    }

private:
    mapfile::Map const& m_map;
    mapfile::Layer const& m_layer;
    std::string_view m_prefix;
};

std::string decoded(std::string_view text)
{
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        bool const is_long = text[i] == '%' && i + 2 < text.size();
        auto const byte = is_long ? hex_byte(text[i + 1], text[i + 2]) : std::nullopt;
        plain += byte ? static_cast<char>(*byte) : text[i];
        i += byte ? std::size_t{2} : 0;
    }
    return plain;
}

/// "http://user:password@host/" becomes "http://host/" and credentials.
void take_user(Request& request)
{
    auto const scheme = request.url.find("://");
    if (scheme == std::string::npos) {
        return;
    }
    auto const start = scheme + 3;
    auto const end = std::min(request.url.find_first_of("/?#", start), request.url.size());
    auto const at = std::string_view{request.url}.substr(0, end).rfind('@');
    if (at == std::string_view::npos || at < start) {
        return;
    }
    auto const user = request.url.substr(start, at - start);
    auto const colon = user.find(':');
    if (request.credentials.user.empty()) {
        request.credentials.user = decoded(std::string_view{user}.substr(0, colon));
        request.credentials.password =
            colon == std::string::npos ? "" : decoded(std::string_view{user}.substr(colon + 1));
    }
    request.url.erase(start, at + 1 - start);
}

bool is_printable(char c)
{
    return static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) != 0x7f;
}

} // namespace

std::string const* find_of(mapfile::StringMap const& metadata, std::string_view prefix,
                           std::string_view key)
{
    for (auto const start : {prefix, std::string_view{"ows_"}}) {
        auto const* const found = metadata.find(std::string{start}.append(key));
        if (found != nullptr && !found->empty()) {
            return found;
        }
    }
    return nullptr;
}

std::string value_of(mapfile::Layer const& layer, std::string_view prefix, std::string_view key)
{
    auto const* const found = find_of(layer.metadata, prefix, key);
    return found == nullptr ? std::string{} : std::string{trim(*found)};
}

void fail(mapfile::Map const& map, mapfile::Layer const& layer, std::string const& what)
{
    throw LayerError{ErrorKind::BadMapfile,
                     fmt::format("layer \"{}\": {} ({})", layer.name, what, map.where(layer.at)),
                     layer.name, general_cause(ErrorKind::BadMapfile)};
}

Request request_of(mapfile::Map const& map, mapfile::Layer const& layer, std::string_view prefix,
                   std::string const& url)
{
    Keys const keys{map, layer, prefix};
    constexpr int longest_time_s = 3600;
    constexpr int longest_kept_s = 365 * 86400;
    Request request;
    request.url = url;
    request.credentials = {keys.value("auth_username"), keys.secret("auth_password"),
                           keys.authentication("auth_type")};
    request.proxy.host = keys.value("proxy_host");
    request.proxy.port = keys.number("proxy_port", 1, 65535).value_or(0);
    request.proxy.is_socks = equals_ignoring_case(keys.value("proxy_type"), "SOCKS5");
    request.proxy.credentials = {keys.value("proxy_username"), keys.secret("proxy_password"),
                                 keys.authentication("proxy_auth_type")};
    request.cookie = keys.value("http_cookie");
    if (auto const seconds = keys.number("connectiontimeout", 1, longest_time_s)) {
        request.timeout = std::chrono::seconds{*seconds};
    }
    if (auto const seconds = keys.number("cache_seconds", 0, longest_kept_s)) {
        request.kept = std::chrono::seconds{*seconds};
    }
    take_user(request);
    return request;
}

std::unique_ptr<Pending> start(mapfile::Map const& map, mapfile::Layer const& layer,
                               Request request, Services const& services)
{
    auto const refuse = [&](std::string const& what) {
        throw LayerError{
            ErrorKind::BadMapfile,
            fmt::format(
                "layer \"{}\": {}: MS_CASCADE_HOSTS of the CONFIG file lists the hosts that "
                "layers may fetch from ({})",
                layer.name, what, map.where(layer.connection_at)),
            layer.name, "this server does not fetch from the host of its CONNECTION"};
    };
    if (services.remote == nullptr) {
        refuse("this server fetches nothing from other servers");
    }
    auto const proxy = request.proxy.host.empty()
                           ? std::string{}
                           : "http://" + request.proxy.host +
                                 (request.proxy.port > 0 ? fmt::format(":{}", request.proxy.port)
                                                         : std::string{}) +
                                 "/";
    if (!services.remote->allows(request.url) ||
        (!proxy.empty() && !services.remote->allows(proxy))) {
        refuse("its host, or its proxy, is not listed");
    }
    services.deadline.check();
    if (auto const end = services.deadline.end(); end != Deadline::Clock::time_point::max()) {
        auto const rest = std::chrono::duration_cast<std::chrono::milliseconds>(
            (end - Deadline::Clock::now()) * 3 / 4); // the rest of the map takes time, too
        request.timeout = std::max(std::chrono::milliseconds{1}, std::min(request.timeout, rest));
    }
    return services.remote->start(std::move(request));
}

std::string with_parameters(std::string_view url, Parameters const& parameters)
{
    url = url.substr(0, url.find('#'));
    auto const question = url.find('?');
    std::string out{url.substr(0, question)};
    char separator = '?';
    if (question != std::string_view::npos) {
        for (auto const part : split(url.substr(question + 1), '&')) {
            auto const name = part.substr(0, part.find('='));
            bool const is_replaced = std::ranges::any_of(
                parameters, [&](auto const& own) { return equals_ignoring_case(own.first, name); });
            if (!part.empty() && !is_replaced) {
                out += separator;
                out += part;
                separator = '&';
            }
        }
    }
    for (auto const& [name, value] : parameters) {
        out += separator;
        out += percent_encode(name) + "=" + percent_encode(value);
        separator = '&';
    }
    return out;
}

std::string excerpt_of(std::string_view body)
{
    constexpr std::size_t longest = 300;
    constexpr std::size_t looked_at = 16384;
    body = body.substr(0, looked_at);
    auto const start = body.find("<ServiceException");
    auto const exception = start == std::string_view::npos ? body : body.substr(start);
    std::string text;
    bool is_in_tag = false;
    for (char const c : exception) {
        is_in_tag = c == '<' || (is_in_tag && c != '>');
        bool const is_shown = !is_in_tag && c != '>';
        if (is_shown && is_printable(c) && c != ' ') {
            text += c;
        } else if (!text.empty() && text.back() != ' ') {
            text += ' ';
        }
        if (text.size() >= longest) {
            break;
        }
    }
    return std::string{trim(text)};
}

std::string redacted(std::string text, std::string_view url)
{
    constexpr std::size_t shortest = 4; // versions such as "1.1.1" may be masked, too
    auto const question = url.find('?');
    if (question == std::string_view::npos) {
        return text;
    }
    for (auto const part : split(url.substr(question + 1), '&')) {
        auto const equals = part.find('=');
        auto const value = equals == std::string_view::npos ? "" : part.substr(equals + 1);
        if (value.size() >= shortest) {
            text = replace_all(replace_all(text, value, "..."), decoded(value), "...");
        }
    }
    return text;
}

std::string place_of(std::string_view url)
{
    auto const scheme = url.find("://");
    auto const start = scheme == std::string_view::npos ? 0 : scheme + 3;
    auto const authority = url.substr(start, url.find_first_of("/?#", start) - start);
    auto const at = authority.rfind('@');
    auto const place = authority.substr(at == std::string_view::npos ? 0 : at + 1);
    std::string text;
    std::ranges::copy_if(place.substr(0, 200), std::back_inserter(text), is_printable);
    return text;
}

} // namespace ms::source::remote
