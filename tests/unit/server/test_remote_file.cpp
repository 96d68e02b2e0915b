// SPDX-License-Identifier: MIT
#include "server/remote/remote_file.hpp"

#include "base/error.hpp"

#include <doctest/doctest.h>

using namespace ms;
using ms::server::RemoteHosts;

TEST_CASE("remote files: only http and https of listed hosts and ports")
{
    RemoteHosts const files{"styles.org, 10.1.2.3:8080"};
    CHECK(files.is_allowed("http://styles.org/a.sld"));
    CHECK(files.is_allowed("https://STYLES.org/a.sld?x=1"));
    CHECK(files.is_allowed("http://10.1.2.3:8080/a.sld"));
    for (char const* const url : {
             "http://styles.org:8080/a.sld",
             "http://10.1.2.3/a.sld",
             "ftp://styles.org/a.sld",
             "file:///etc/passwd",
             "gopher://styles.org/",
             "styles.org/a.sld",
             "http://evil.org/?styles.org",
             "http://evil.org#@styles.org/",
             "http://styles.org@evil.org/a.sld",
             "http://user@styles.org/a.sld",
             "http://user:secret@styles.org/a.sld",
             "http://styles.org.evil.org/",
             "http://evil.org\\@styles.org/",
             "http://styles.org\r\nHost: evil.org/",
             "",
         }) {
        CAPTURE(url);
        CHECK_FALSE(files.is_allowed(url));
        CHECK_THROWS_AS(static_cast<void>(server::get_remote_file(files, url, 100)), Error);
    }
}

TEST_CASE("remote files: an empty list allows nothing")
{
    RemoteHosts const files{" "};
    CHECK_FALSE(files.allows_any());
    CHECK_FALSE(files.is_allowed("http://localhost/"));
}

// RFC 6890
TEST_CASE("remote files: private addresses are allowed only if they are listed")
{
    RemoteHosts const files{"styles.org 10.1.2.3:8080 192.168.7.0/24"};
    for (char const* const address :
         {"93.184.216.34", "2606:2800:220:1::1", "10.1.2.3", "192.168.7.9"}) {
        CAPTURE(address);
        CHECK(files.is_reachable(address));
    }
    for (char const* const address :
         {"127.0.0.1", "10.1.2.4", "192.168.8.1", "169.254.169.254", "172.16.0.1", "100.64.0.1",
          "0.0.0.0", "::1", "fe80::1", "fd00::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1",
          "64:ff9b:1::a00:1", "::127.0.0.1", "2002:7f00:1::1", "2001::1", "fec0::1", "",
          "styles.org"}) {
        CAPTURE(address);
        CHECK_FALSE(files.is_reachable(address));
    }
}
