// SPDX-License-Identifier: MIT
#include "source/shapefile/encoding.hpp"

#include <doctest/doctest.h>

using ms::source::shapefile::encoding_of_cpg;

TEST_CASE("encoding: the spellings found in .cpg files are understood")
{
    CHECK(encoding_of_cpg("UTF-8\n") == "UTF-8");
    CHECK(encoding_of_cpg("65001") == "UTF-8");
    CHECK(encoding_of_cpg("88591") == "ISO-8859-1");
    CHECK(encoding_of_cpg("885915") == "ISO-8859-15");
    CHECK(encoding_of_cpg("ISO 88591\r\n") == "ISO-8859-1");
    CHECK(encoding_of_cpg("ISO-8859-15") == "ISO-8859-15");
    CHECK(encoding_of_cpg("8859_1") == "ISO-8859-1");
    CHECK(encoding_of_cpg("1252") == "CP1252");
    CHECK(encoding_of_cpg("ANSI 1252") == "CP1252");
    CHECK(encoding_of_cpg("Windows-1251") == "CP1251");
    CHECK(encoding_of_cpg("OEM 437") == "CP437");
    CHECK(encoding_of_cpg("Big5") == "Big5");
    CHECK_FALSE(encoding_of_cpg(" \n"));
}
