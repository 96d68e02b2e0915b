// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes the features of one layer with GDAL.

#include "ogr/document.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ogr {

/// Reports that a driver does not support a request of the mapfile.
/// \param why GDAL's last message
[[noreturn]] void refuse(Document const& document, std::string const& what, std::string why);

/// Null-terminated, as GDAL takes options. Views into the texts.
[[nodiscard]] std::vector<char*> list_of(Options const& options);

/// One layer, from its definition to its last feature. GDAL's handles are void* here, as this
/// header compiles without GDAL's.
class LayerWriter {
public:
    /// \param document must outlive this object \param dataset a GDALDatasetH, the same
    LayerWriter(Document const& document, Layer layer, void* dataset);

    void write(Row const& row);

private:
    [[nodiscard]] void* create(void* dataset) const;
    void add_field(feature::Field const& field);
    void set(void* of_gdal, std::size_t field, std::optional<std::string_view> value);

    Document const& m_document;
    Layer m_layer;
    void* m_target;             ///< an OGRLayerH, the data set's
    bool m_has_long;            ///< the format has integers of 64 bits
    std::vector<int> m_numbers; ///< of the fields in the file; -1: missing
    std::string m_text;         ///< a value, a member to reuse its memory
};

} // namespace ms::ogr
