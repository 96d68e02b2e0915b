// SPDX-License-Identifier: MIT
#include "label/candidate.hpp"

#include "label/along_line.hpp"

namespace ms::label {

std::size_t bytes_of(Candidate const& candidate) noexcept
{
    std::size_t bytes = sizeof candidate;
    for (auto const& text : candidate.texts) {
        bytes += sizeof text + text.text.size() + text.unwrapped.size() +
                 text.boxes.size() * sizeof(geometry::Box);
        bytes += text.along ? bytes_of(*text.along) : 0;
    }
    return bytes;
}

} // namespace ms::label
