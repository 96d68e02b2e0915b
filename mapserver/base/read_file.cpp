// SPDX-License-Identifier: MIT
#include "base/read_file.hpp"

#include "base/error.hpp"

#include <fstream>

namespace ms {

std::vector<std::uint8_t> read_file(std::filesystem::path const& path, std::uintmax_t largest)
{
    std::error_code failure;
    auto const size = std::filesystem::file_size(path, failure); // fails for folders and pipes
    if (failure) {
        throw Error{ErrorKind::Source, failure.message()};
    }
    if (size > largest) {
        throw Error{ErrorKind::Limit, "the file is too large"};
    }
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(size));
    std::ifstream in{path, std::ios::binary};
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): how streams take bytes
    if (!in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size))) {
        throw Error{ErrorKind::Source, "the file cannot be read"};
    }
    return bytes;
}

} // namespace ms
