// SPDX-License-Identifier: MIT
#include "mapfile/text_file.hpp"

#include "base/error.hpp"

#include <fstream>

namespace ms::mapfile {

std::string read_text_file(std::filesystem::path const& path, std::size_t max_size)
{
    std::error_code error;
    auto const size = std::filesystem::is_regular_file(path, error)
                          ? std::filesystem::file_size(path, error)
                          : std::uintmax_t{0};
    std::ifstream file{path, std::ios::binary};
    if (error || !std::filesystem::is_regular_file(path, error) || !file) {
        throw Error{ErrorKind::NotFound, "cannot read the file \"" + path.string() + '"'};
    }
    if (size > max_size) {
        throw Error{ErrorKind::Limit, "the file \"" + path.string() + "\" is too large"};
    }
    std::string text(static_cast<std::size_t>(size), '\0');
    file.read(text.data(), static_cast<std::streamsize>(size));
    text.resize(static_cast<std::size_t>(file.gcount())); // it may have shrunk since
    return text;
}

} // namespace ms::mapfile
