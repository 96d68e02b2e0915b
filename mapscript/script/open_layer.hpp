// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// An open layer whose features a script reads one by one.

#include "base/deadline.hpp"
#include "base/fork_depth.hpp"
#include "script/geometry.hpp"
#include "source/feature_source.hpp"
#include "source/services.hpp"

namespace ms::mapfile {
struct Map;
struct Layer;
} // namespace ms::mapfile

namespace ms::script {

/// Other threads may run while it reads; they must not read the same layer then. A child of fork()
/// must open it again.
class OpenLayer {
public:
    /// \param layer index into the layers of `map`
    OpenLayer(std::shared_ptr<mapfile::Map const> map, std::size_t layer);

    /// The attributes that shapes have: those that were chosen, else those of PROCESSING
    /// "ITEMS=...", else all.
    [[nodiscard]] std::span<feature::Field const> fields();
    /// \throws Failure{MS_MISCERR} for one there is not
    void choose(std::span<std::string const> names);
    [[nodiscard]] std::optional<geometry::Box> extent();
    /// The number of all features, without FILTER. Restarts if they must be read for it.
    [[nodiscard]] long count();
    /// Starts to read features that intersect a box and pass the layer's FILTER, from a database at
    /// most MAXFEATURES.
    void start(geometry::Box const& box);
    /// Begins to read all.
    void start();
    /// NULL after the last one.
    [[nodiscard]] std::shared_ptr<shapeObj> next();
    /// NULL if no feature has the key.
    [[nodiscard]] std::shared_ptr<shapeObj> find(long key);
    [[nodiscard]] bool has_started() const noexcept { return m_cursor != nullptr; }

private:
    [[nodiscard]] feature::Schema const& schema();
    [[nodiscard]] source::Query query();
    void start(source::Query const& query);
    [[nodiscard]] std::shared_ptr<shapeObj> shape_at(feature::FeatureBatch const& batch,
                                                     std::size_t row) const;
    /// \throws Failure{MS_MISCERR} while another thread reads, and in a child of fork()
    void require_idle() const;
    /// Reads from the source while other threads may run.
    template <typename Read>
    auto read(Read read);

    std::shared_ptr<mapfile::Map const> m_map;
    mapfile::Layer const& m_layer;
    Deadline m_deadline;
    source::Services m_services; ///< the source refers to it
    bool m_is_busy = false;
    unsigned m_fork_depth = fork_depth();
    std::unique_ptr<source::FeatureSource> m_source; ///< opened with what is above
    std::unique_ptr<source::FeatureCursor> m_cursor;
    bool m_has_schema = false;
    std::optional<std::vector<feature::Field>> m_chosen;
    feature::FeatureBatch m_batch;
    std::size_t m_row = 0;
    long m_count = 0; ///< number of features read: their keys if the source has none
};

/// The layer opened as its map is now. \throws Failure{MS_IOERR} for a shapefile that is not there
[[nodiscard]] std::shared_ptr<OpenLayer> open_layer(layerObj& layer);

} // namespace ms::script
