// SPDX-License-Identifier: MIT
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv)
{
    if (std::getenv("MS_TEST_PG") == nullptr) {
        std::puts("skipped: MS_TEST_PG (connection string of a PostGIS database) is not set");
        return 77;
    }
    return doctest::Context{argc, argv}.run();
}
