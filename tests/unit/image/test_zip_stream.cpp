// SPDX-License-Identifier: MIT
#include "image/zip_stream.hpp"

#include "image/gzip_stream.hpp"

#include <doctest/doctest.h>
#include <zlib.h>

#include <random>
#include <vector>

using namespace ms;
using image::ZipStream;

namespace {

std::string random_bytes(std::size_t count)
{
    std::minstd_rand numbers;
    std::string bytes(count, '\0');
    for (auto& byte : bytes) {
        byte = static_cast<char>(numbers());
    }
    return bytes;
}

/// By zlib, another implementation.
std::string inflated(std::string_view bytes)
{
    z_stream stream{};
    REQUIRE(inflateInit2(&stream, -15) == Z_OK);
    std::string out(std::size_t{8} << 20U, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    CHECK(inflate(&stream, Z_FINISH) == Z_STREAM_END);
    CHECK(stream.avail_in == 0);
    out.resize(stream.total_out);
    inflateEnd(&stream);
    return out;
}

} // namespace

TEST_CASE("deflate stream: pieces of any size come out as one, again and again")
{
    image::DeflateStream stream;
    for (auto const& bytes :
         {std::string{}, std::string{"a"}, std::string(3'000'000, 'x'), random_bytes(1'000'000)}) {
        for (std::size_t const piece : {1U << 16U, 999'999U}) {
            std::string packed;
            for (std::size_t at = 0; at < bytes.size(); at += piece) {
                stream.write(std::string_view{bytes}.substr(at, piece), packed);
            }
            stream.finish(packed);
            CHECK(inflated(packed) == bytes);
        }
    }
}

// APPNOTE.TXT 4.3.7 and following, for a file "a" with the byte "x": everything but the DEFLATE
// block by hand.
TEST_CASE("zip stream: the size of a file stands behind it and in the directory")
{
    std::string out;
    ZipStream archive{out};
    archive.begin("a", 1);
    archive.write("x");
    archive.end();
    archive.finish();
    using namespace std::string_literals;
    CHECK(out.starts_with(
        "PK\x03\x04\x14\0\x08\x08\x08\0\0\0\x21\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0a"s));
    auto const behind = out.find("PK\x07\x08");
    REQUIRE(behind != std::string::npos);
    auto const packed = behind - 31;
    CHECK(inflated(std::string_view{out}.substr(31, packed)) == "x");
    std::string const sizes =
        "\x83\x16\xDC\x8C"s + static_cast<char>(packed) + "\0\0\0\x01\0\0\0"s; // CRC-32 of "x"
    CHECK(out.substr(behind + 4, 12) == sizes);
    auto const directory = behind + 16;
    CHECK(out.substr(directory, 4) == "PK\x01\x02");
    CHECK(out.substr(directory + 16, 12) == sizes);
    CHECK(out.substr(directory + 47, 12) == "PK\x05\x06\0\0\0\0\x01\0\x01\0"s);
    CHECK(out.size() == directory + 47 + 22);
}

TEST_CASE("zip stream: a file that may exceed 4 GiB has sizes of 8 bytes")
{
    using namespace std::string_literals;
    std::string out;
    ZipStream archive{out};
    archive.begin("a", std::uint64_t{5} << 30U);
    archive.write("x");
    archive.end();
    archive.finish();
    CHECK(out.substr(18, 8) == "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"s); // 4.4.8
    CHECK(out.substr(31, 4) == "\x01\0\x10\0"s);                     // 4.5.3
    auto const behind = out.find("PK\x07\x08");
    CHECK(out.substr(behind + 16, 8) == "\x01\0\0\0\0\0\0\0"s);
    CHECK(out.substr(behind + 24, 4) == "PK\x01\x02");
    CHECK(out.find("\x01\0\x18\0\x01\0\0\0\0\0\0\0"s, behind) !=
          std::string::npos); // the size of the file
}

TEST_CASE("gzip stream: zlib reads it, with the checksum and the size at its end")
{
    for (auto const& bytes : {std::string{}, std::string{"abc"}, random_bytes(300'000)}) {
        image::GzipStream stream;
        std::string file;
        for (std::size_t at = 0; at < bytes.size(); at += 100'000) {
            stream.write(std::string_view{bytes}.substr(at, 100'000), file);
        }
        stream.finish(file);
        constexpr std::size_t head_bytes = 10; // RFC 1952, 2.3
        constexpr std::size_t tail_bytes = 8;
        CHECK(inflated(std::string_view{file}.substr(head_bytes, file.size() - head_bytes -
                                                                     tail_bytes)) == bytes);
        z_stream reader{};
        REQUIRE(inflateInit2(&reader, 15 + 16) == Z_OK); // only gzip
        std::string out(bytes.size() + 1, '\0');
        reader.next_in = reinterpret_cast<Bytef*>(file.data());
        reader.avail_in = static_cast<uInt>(file.size());
        reader.next_out = reinterpret_cast<Bytef*>(out.data());
        reader.avail_out = static_cast<uInt>(out.size());
        CHECK(inflate(&reader, Z_FINISH) == Z_STREAM_END); // and the checksum is right
        CHECK(reader.total_out == bytes.size());
        inflateEnd(&reader);
    }
}
