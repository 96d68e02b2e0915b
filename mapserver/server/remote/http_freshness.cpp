// SPDX-License-Identifier: MIT
#include "server/remote/http_freshness.hpp"

#include "base/string.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace ms::server {

namespace {

constexpr std::int64_t longest_s = 365 * 86400;

/// Seconds as headers write them; larger ones become a year (RFC 9111, 1.2.2: overflow).
std::optional<std::int64_t> seconds_of(std::string_view text)
{
    text = trim(text);
    if (text.size() >= 2 && text.front() == '"' && text.back() == '"') {
        text = text.substr(1, text.size() - 2);
    }
    std::int64_t value = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    bool const is_number =
        !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
    if (!is_number) {
        return std::nullopt;
    }
    return error == std::errc::result_out_of_range ? longest_s : std::min(value, longest_s);
}

std::optional<std::int64_t> time_of(std::string const& text)
{
    auto const time = text.empty() ? -1 : curl_getdate(text.c_str(), nullptr);
    return time < 0 ? std::nullopt : std::optional<std::int64_t>{time};
}

} // namespace

void FreshnessHeaders::add(std::string_view line)
{
    constexpr std::size_t longest = 1024;
    std::array const fields{
        std::pair{std::string_view{"cache-control"}, &cache_control},
        std::pair{std::string_view{"expires"}, &expires},
        std::pair{std::string_view{"date"}, &date},
        std::pair{std::string_view{"age"}, &age},
        std::pair{std::string_view{"etag"}, &etag},
        std::pair{std::string_view{"last-modified"}, &last_modified},
        std::pair{std::string_view{"vary"}, &vary},
    };
    auto const colon = line.find(':');
    if (colon == std::string_view::npos || line.size() > longest) {
        return;
    }
    for (auto const& [name, field] : fields) {
        if (equals_ignoring_case(line.substr(0, colon), name)) {
            auto const value = trim(line.substr(colon + 1));
            if (field->size() + value.size() < 2 * longest) {
                *field += (field->empty() ? "" : ",") + std::string{value};
            }
        }
    }
}

Freshness freshness_of(FreshnessHeaders const& headers,
                       std::optional<std::chrono::seconds> fallback)
{
    Freshness freshness{.may_be_kept = trim(headers.vary) != "*", .fresh_for = {}};
    std::optional<std::int64_t> max_age;
    std::optional<std::int64_t> shared_max_age;
    bool is_asked_about = false;
    for (auto const part : split(headers.cache_control, ',')) {
        auto const word = trim(part);
        auto const name = trim(word.substr(0, word.find('=')));
        auto const value =
            word.find('=') == std::string_view::npos ? "" : word.substr(word.find('=') + 1);
        if (equals_ignoring_case(name, "no-store") || equals_ignoring_case(name, "private")) {
            freshness.may_be_kept = false;
        } else if (equals_ignoring_case(name, "no-cache")) {
            is_asked_about = true;
        } else if (equals_ignoring_case(name, "max-age")) {
            max_age = seconds_of(value).value_or(0);
        } else if (equals_ignoring_case(name, "s-maxage")) {
            shared_max_age = seconds_of(value).value_or(0);
        }
    }
    auto life = shared_max_age ? shared_max_age : max_age;
    if (!life && !headers.expires.empty()) {
        auto const expires = time_of(headers.expires);
        auto const date = time_of(headers.date);
        life = expires && date ? std::clamp<std::int64_t>(*expires - *date, 0, longest_s) : 0;
    }
    if (life) {
        *life = std::max<std::int64_t>(0, *life - seconds_of(headers.age).value_or(0));
    } else if (!is_asked_about) {
        life = fallback ? fallback->count() : 0;
    }
    freshness.fresh_for = std::chrono::seconds{is_asked_about ? 0 : life.value_or(0)};
    return freshness;
}

} // namespace ms::server
