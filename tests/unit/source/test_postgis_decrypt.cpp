// SPDX-License-Identifier: MIT
#include "source/postgis/link/decrypt.hpp"

#include <doctest/doctest.h>
#include <fstream>

using namespace ms::source::postgis;

namespace {

// Output of msencrypt of MapServer 8.0.0 with the key 07B271C8DFBAA7DDA824F33471EAF3FF.
constexpr EncryptionKey key{0xC871B207, 0xDDA7BADF, 0x34F324A8, 0xFFF3EA71};

} // namespace

TEST_CASE("decrypt: texts of less, exactly and more than a block")
{
    CHECK(decrypt_tokens("{8506A9FBA98813E4}", key) == "abc");
    CHECK(decrypt_tokens("{077DCCBDECE700EB}", key) == "abcdefgh");
    CHECK(decrypt_tokens("{077dccbdece700eb346E8E244E675376}", key) == "abcdefghi");
    CHECK(decrypt_tokens("{DD454597CAA0B530}", key).empty());
}

TEST_CASE("decrypt: tokens within a connection string, other braces stay")
{
    CHECK(decrypt_tokens("user={8506A9FBA98813E4} password={077DCCBDECE700EB}", key) ==
          "user=abc password=abcdefgh");
    for (auto const* text :
         {"a{b}c", "{}", "{8506A9FB}", "{8506A9FBA98813EX}", "{8506A9FBA98813E4", "}{", "plain"}) {
        CAPTURE(text);
        CHECK(decrypt_tokens(text, key) == text);
        CHECK_FALSE(has_encrypted_token(text));
    }
    CHECK(decrypt_tokens("{{8506A9FBA98813E4}}", key) == "{abc}");
    CHECK(has_encrypted_token("x{8506A9FBA98813E4}"));
}

TEST_CASE("decrypt: a key file holds 32 hexadecimal digits")
{
    auto const file = std::filesystem::temp_directory_path() / "ms_test_encryption_key";
    std::ofstream{file} << "07B271C8DFBAA7DDA824F33471EAF3FF\n";
    CHECK(read_key(file) == key);
    std::ofstream{file} << "07B271C8";
    CHECK_FALSE(read_key(file));
    std::filesystem::remove(file);
    CHECK_FALSE(read_key(file));
}
