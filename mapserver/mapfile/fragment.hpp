// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Files that are no maps but parts of one, written to be put in by INCLUDE.

#include "mapfile/load.hpp"

namespace ms::mapfile {

/// What is wrong with a file that an INCLUDE puts into a block: it is read as the inside of the
/// block (MAP, LAYER, CLASS ...) it fits best, which a warning names. Its own INCLUDEs start at its
/// folder, as the map's is not known. Costs one reading for each kind of block whose keyword the
/// file begins with.
/// \return nullopt when it begins with MAP, or with no keyword at all: it is no fragment then
[[nodiscard]] std::optional<std::vector<Problem>> check_fragment(std::filesystem::path const& path,
                                                                 LoadOptions const& options = {});

} // namespace ms::mapfile
