// SPDX-License-Identifier: MIT
#include "server/app/app.hpp"
#include "server/front/admission.hpp"
#include "server/front/io_threads.hpp"
#include "server/front/routes.hpp"

#include <boost/asio/post.hpp>

#include <doctest/doctest.h>

#include <chrono>
#include <latch>
#include <thread>

using namespace ms::server;

TEST_CASE("I/O thread: ends although its clock has fired and its handler waits")
{
    App app{Config{ms::mapfile::parse_config_file("CONFIG END", "/nonexistent"), {}}};
    Admission admission{app, {.count = 1, .max_waiting = 1}};
    Routes routes{app, admission, ""};
    HeldBytes held{1U << 20U};
    ConnectionSite const site{.routes = routes, .held = held, .limits = {}};
    IoThread thread{site, 1};
    std::latch is_busy{1};
    std::latch has_to_end{1};
    boost::asio::post(thread.context(), [&] {
        is_busy.count_down();
        has_to_end.wait();
        // The clock fires meanwhile: its handler comes behind that of finish_soon().
        std::this_thread::sleep_for(std::chrono::milliseconds{300});
    });
    is_busy.wait();
    thread.finish_soon();
    has_to_end.count_down();
    thread.join(); // without an end the test has none either
}
