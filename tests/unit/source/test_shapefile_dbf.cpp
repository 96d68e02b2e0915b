// SPDX-License-Identifier: MIT
#include "source/shapefile/dbf.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

using namespace ms::source::shapefile;
using ms::feature::FieldType;

/// A field descriptor: name, type and the two bytes that hold width and precision.
std::string field(std::string const& name, char type, int width, int precision = 0)
{
    std::string text(32, '\0');
    text.replace(0, name.size(), name);
    text[11] = type;
    text[16] = static_cast<char>(width);
    text[17] = static_cast<char>(precision);
    return text;
}

std::string header(std::string const& fields, int record_size, int record_count = 1)
{
    std::string text(32, '\0');
    auto const size = 32 + fields.size() + 1;
    text[0] = 3;
    text[4] = static_cast<char>(record_count);
    text[8] = static_cast<char>(size & 0xffU);
    text[9] = static_cast<char>(size >> 8U);
    text[10] = static_cast<char>(record_size & 0xff);
    text[11] = static_cast<char>(record_size >> 8);
    return text + fields + '\r';
}

Bytes bytes(std::string const& text)
{
    return std::as_bytes(std::span{text});
}

/// The value of a field of type `type` that holds exactly `content`.
std::string value(char type, std::string const& content)
{
    DbfField layout;
    layout.type = type;
    layout.offset = 1;
    layout.width = static_cast<std::uint32_t>(content.size());
    auto const record = " " + content;
    return std::string{dbf_value(layout, bytes(record))};
}

} // namespace

TEST_CASE("dbf: the header gives names, types and places of the fields")
{
    auto const text =
        header(field("name", 'C', 20) + field("pop", 'N', 9) + field("area", 'N', 12, 3) +
                   field("id", 'N', 18) + field("day", 'D', 8) + field("ok", 'L', 1),
               69, 7);
    auto const layout = parse_dbf_header(bytes(text));

    REQUIRE(layout);
    CHECK(layout->record_count == 7);
    CHECK(layout->record_size == 69);
    REQUIRE(layout->fields.size() == 6);
    CHECK(layout->fields[0].field.name == "name");
    CHECK(layout->fields[0].offset == 1);
    CHECK(layout->fields[1].field.type == FieldType::Integer);
    CHECK(layout->fields[2].field.type == FieldType::Real);
    CHECK(layout->fields[2].field.precision == 3);
    CHECK(layout->fields[3].field.type == FieldType::Long);
    CHECK(layout->fields[4].field.type == FieldType::Date);
    CHECK(layout->fields[5].field.type == FieldType::Boolean);
    CHECK(layout->fields[5].offset == 68);
}

TEST_CASE("dbf: a text field may be wider than a byte can express")
{
    // MapServer 8.0.0 reads such a field, written by Clipper, as 10 + 256 characters.
    auto const text = header(field("c", 'C', 10, 1) + field("n", 'N', 3), 270);
    auto const layout = parse_dbf_header(bytes(text));

    REQUIRE(layout);
    CHECK(layout->fields[0].width == 266);
    CHECK(layout->fields[1].offset == 267);
}

TEST_CASE("dbf: fields that reach past the record are cut")
{
    auto const layout =
        parse_dbf_header(bytes(header(field("c", 'C', 10) + field("n", 'N', 5), 8)));

    REQUIRE(layout);
    CHECK(layout->fields[0].width == 7);
    CHECK(layout->fields[1].width == 0);
}

TEST_CASE("dbf: a header shorter than its length field is malformed")
{
    auto const text = header(field("c", 'C', 10), 11);
    CHECK_FALSE(parse_dbf_header(bytes(text.substr(0, text.size() - 1))));
    CHECK_FALSE(parse_dbf_header(bytes(text.substr(0, 31))));
    CHECK_FALSE(parse_dbf_header(bytes(header(field("c", 'C', 10), 0))));
}

// Values as MapServer 8.0.0 gives them (shapeObj.getValue).
TEST_CASE("dbf: texts lose blanks at the end, numbers at both ends")
{
    CHECK(value('C', "  Ab c  ") == "  Ab c");
    CHECK(value('C', "a\tb\t  ") == "a\tb\t");
    CHECK(value('N', "   1.500 ") == "1.500");
    CHECK(value('N', "-0") == "-0");
    CHECK(value('F', "     1e3") == "1e3");
    CHECK(value('N', "      ") == "");
    CHECK(value('C', "") == "");
}

TEST_CASE("dbf: missing numbers and dates are 0")
{
    CHECK(value('N', "*********") == "0");
    CHECK(value('F', "*1      ") == "0");
    CHECK(value('D', "00000000") == "0");
    CHECK(value('D', "        ") == "");
    CHECK(value('C', "*x") == "*x");
}

TEST_CASE("dbf: a NUL ends a value")
{
    CHECK(value('C', std::string{"ab\0cd ", 6}) == "ab");
    CHECK(value('N', std::string{" 5\0\0", 4}) == "5");
}

TEST_CASE("dbf: dates and logical values stay as they are written")
{
    CHECK(value('D', "20200203") == "20200203");
    CHECK(value('L', "T") == "T");
    CHECK(value('L', "?") == "?");
}
