// SPDX-License-Identifier: MIT
#include "server/cache/answer_cache.hpp"
#include "server/cache/request_key.hpp"

#include <doctest/doctest.h>

#include <string>
#include <thread>
#include <vector>

using namespace ms;
using namespace ms::server;

namespace {

AnswerCache::Map map_of(std::string const& path = "/maps/a.map")
{
    mapfile::Map map;
    map.origin.files.emplace_back(path);
    return std::make_shared<mapfile::Map const>(map);
}

AnswerCache::Answer page(std::string_view text)
{
    return std::make_shared<http::Response const>(http::text_response(200, "", text));
}

std::string text_of(AnswerCache::Answer const& answer)
{
    return answer == nullptr ? "none" : std::string{http::body_text(*answer)};
}

} // namespace

TEST_CASE("answer cache: an answer serves again for the same request, map and state only")
{
    AnswerCache cache{1000};
    auto const map = map_of();
    cache.keep({"capabilities", map, "box 1"}, page("one"));
    CHECK(text_of(cache.find({"capabilities", map, "box 1"})) == "one");
    CHECK(text_of(cache.find({"capabilities", map, "box 2"})) == "none");
    CHECK(text_of(cache.find({"other", map, "box 1"})) == "none");
    CHECK(text_of(cache.find({"capabilities", map_of("/maps/b.map"), "box 1"})) == "none");
    // The same file read again: its content may differ.
    CHECK(text_of(cache.find({"capabilities", map_of(), "box 1"})) == "none");
}

TEST_CASE("answer cache: a newer answer takes the place of the older, and all can be forgotten")
{
    AnswerCache cache{1000};
    auto const map = map_of();
    cache.keep({"capabilities", map, "box 1"}, page("one"));
    cache.keep({"capabilities", map, "box 2"}, page("two"));
    CHECK(cache.size() == 1);
    CHECK(text_of(cache.find({"capabilities", map, "box 1"})) == "none");
    CHECK(text_of(cache.find({"capabilities", map, "box 2"})) == "two");
    cache.forget();
    CHECK(cache.bytes() == 0);
    CHECK(text_of(cache.find({"capabilities", map, "box 2"})) == "none");
}

TEST_CASE("answer cache: it holds no map and never more bytes than it may")
{
    AnswerCache cache{500};
    auto map = map_of("/m");
    std::weak_ptr<mapfile::Map const> const watched = map;
    for (int i = 0; i < 50; ++i) {
        cache.keep({std::to_string(i), map, ""}, page("ten bytes."));
        CHECK(cache.bytes() <= 500);
    }
    CHECK(text_of(cache.find({"49", map, ""})) == "ten bytes.");
    CHECK(text_of(cache.find({"0", map, ""})) == "none");
    cache.keep({"large", map, ""}, page(std::string(501, 'x')));
    CHECK(text_of(cache.find({"large", map, ""})) == "none");
    map.reset();
    CHECK(watched.expired());
}

TEST_CASE("answer cache: threads may use it together")
{
    AnswerCache cache{2000};
    auto const map = map_of();
    std::vector<std::thread> threads;
    std::vector<int> wrong(4, 0);
    for (std::size_t i = 0; i < wrong.size(); ++i) {
        threads.emplace_back([&, i] {
            for (int k = 0; k < 500; ++k) {
                auto const name = std::to_string(k % 17);
                cache.keep({name, map, ""}, page(name));
                auto const found = text_of(cache.find({name, map, ""}));
                wrong[i] += found != name && found != "none" ? 1 : 0;
            }
        });
    }
    for (auto& thread : threads) {
        thread.join();
    }
    CHECK(wrong == std::vector<int>(4, 0));
}

TEST_CASE("answer cache: the key has the address, path, parameters and requested coding")
{
    http::Request const asking{.parameters = {{"request", "GetCapabilities"}}};
    auto const key = content_key(asking);
    auto const differs = [&](auto change) {
        auto other = asking;
        change(other);
        return content_key(other) != key;
    };
    CHECK(differs([](auto& request) { request.address.host = "other.example"; }));
    CHECK(differs([](auto& request) { request.address.scheme = "https"; }));
    CHECK(differs([](auto& request) { request.address.port = "81"; }));
    CHECK(differs([](auto& request) { request.path_info = "/a"; }));
    CHECK(differs([](auto& request) { request.accepts_gzip = true; }));
    CHECK(differs([](auto& request) { request.parameters.append("version", "1.1.1"); }));
    CHECK(differs([](auto& request) { request.method = http::Method::Post; }));
    // Made out later, for each client.
    CHECK(!differs([](auto& request) { request.method = http::Method::Head; }));
    CHECK(!differs([](auto& request) { request.if_none_match = "\"a\""; }));
    CHECK(!differs([](auto& request) { request.remote_address = "192.0.2.1"; }));
}
