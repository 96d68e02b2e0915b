// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes the answer to a query as files of GDAL's formats: OUTPUTFORMATs with DRIVER "OGR/...".

#include "base/error.hpp"
#include "base/temporary_folder.hpp"
#include "http/response.hpp"
#include "ows/common/call.hpp"
#include "ows/features/file_body.hpp"
#include "ows/features/vector_format.hpp"
#include "ows/features/vector_layer.hpp"
#include "render/core/selection.hpp"

#include <cstddef>
#include <memory>
#include <optional>

namespace ms::ows {

/// Files on disk that get features one by one and are sent once they are complete; a format that is
/// written from front to back is sent while it grows. They are removed with this object.
class VectorFile {
public:
    /// The layers that may have features.
    enum class Layers : std::uint8_t { One, Several };

    /// \param crs of the answer; undefined: each layer's own
    /// \throws Error{BadMapfile} if the format's options are invalid or GDAL rejects them;
    /// Error{Source} without GDAL or a place for files; ServiceException if the client's FILENAME
    /// is not a valid file name
    VectorFile(Call const& call, crs::Definition const& crs, mapfile::OutputFormat const& format,
               Layers layers);

    /// The features that follow are of this layer. \throws Error{BadMapfile} if GDAL rejects it
    void begin_layer(VectorSource const& source);
    /// \throws Error{BadMapfile} if GDAL rejects the feature, Error{Limit} if there is no time or
    /// place for it, Abandoned
    void add(feature::FeatureBatch const& batch, geometry::GeometryColumn const& shapes,
             std::size_t row);
    [[nodiscard]] bool has_layers() const noexcept { return m_layer.has_value(); }

    /// Completes the files. The last call. \throws as add()
    [[nodiscard]] http::Response finish();

private:
    [[nodiscard]] std::filesystem::path main_path() const
    {
        return m_folder.path() / m_format.file_name;
    }
    [[nodiscard]] std::filesystem::path const& main_file(Paths const& files) const;
    void check_progress();
    void check_size() const;
    [[nodiscard]] Paths all_files() const;
    void throw_cause(Error const& error) const;

    Call const& m_call;
    crs::Definition m_crs;
    VectorFormat m_format;
    std::size_t m_max_bytes;
    TemporaryFolder m_folder;
    std::unique_ptr<ogr::DocumentWriter> m_writer; ///< ends before its folder
    FileBody m_body;
    bool m_is_followed; ///< the file is sent while it grows
    std::optional<VectorLayer> m_layer;
    Paths m_additional;         ///< of the layers, each once
    std::size_t m_new_rows = 0; ///< since the last check
    std::size_t m_new_bytes = 0;
};

/// The features of a selection as such files.
[[nodiscard]] http::Response vector_file(Call const& call, crs::Definition const& crs,
                                         render::Selection const& selection,
                                         mapfile::OutputFormat const& format);

} // namespace ms::ows
