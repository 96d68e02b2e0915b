// SPDX-License-Identifier: MIT
#include "programs/image_file.hpp"

#include "base/error.hpp"

#include <fstream>
#include <iostream>

namespace ms::programs {

void write_image(std::span<std::uint8_t const> bytes, std::string const& path)
{
    std::ofstream file;
    if (path != "stdout") {
        file.open(path, std::ios::binary);
    }
    std::ostream& out = path == "stdout" ? std::cout : file;
    out.write(reinterpret_cast<char const*>(bytes.data()),
              static_cast<std::streamsize>(bytes.size()));
    if (!out.flush()) {
        throw Error{ErrorKind::Source, "cannot write \"" + path + "\""};
    }
}

} // namespace ms::programs
