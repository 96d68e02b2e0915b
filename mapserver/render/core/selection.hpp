// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The result of a query.

#include "crs/definition.hpp"
#include "feature/batch.hpp"
#include "mapfile/model/layer.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace ms::render {

/// Some of the features selected of a layer.
struct PickedFeatures {
    feature::FeatureBatch features;    ///< with ids where the source has keys; full precision
    std::vector<std::int32_t> classes; ///< of each feature: index into Layer::classes, or -1

    [[nodiscard]] std::size_t size() const noexcept { return features.size(); }
    /// Appends features of the same layer.
    void append(PickedFeatures const& more);
    /// Drops the features, but keeps the memory.
    void reset(std::size_t columns)
    {
        features.reset(columns);
        classes.clear();
    }
};

/// Finds the features of one layer, a few at a time. Belongs to one thread.
class FeatureSearch {
public:
    virtual ~FeatureSearch() = default;
    FeatureSearch() = default;
    FeatureSearch(FeatureSearch const&) = delete;
    FeatureSearch& operator=(FeatureSearch const&) = delete;

    /// Replaces `found` with the next features; false: there are no more.
    /// \throws Error{Source} naming the layer, Error{Limit} after the deadline
    virtual bool next(PickedFeatures& found) = 0;
};

/// The features of a layer that are too many to be kept: they are searched while they are used, and
/// once more for every further use.
class FurtherFeatures {
public:
    enum class Purpose : std::uint8_t { Use, Count };
    using Start = std::function<std::unique_ptr<FeatureSearch>(Purpose)>;

    /// \param begun has found the first features; null: every use begins again
    /// \param start begins the same search again
    FurtherFeatures(std::unique_ptr<FeatureSearch> begun, Start start)
        : m_begun(std::move(begun)), m_start(std::move(start))
    {}

    /// The search behind the first features, if it was kept; null from the second call on.
    [[nodiscard]] std::unique_ptr<FeatureSearch> take_begun() { return std::move(m_begun); }
    /// A search from the first feature on.
    [[nodiscard]] std::unique_ptr<FeatureSearch> start() const { return m_start(Purpose::Use); }

    /// The number of features, with the first ones. Searches them once if nobody has done so.
    [[nodiscard]] std::size_t count();
    void set_count(std::size_t count) noexcept { m_count = count; }

private:
    std::unique_ptr<FeatureSearch> m_begun;
    Start m_start;
    std::optional<std::size_t> m_count;
};

/// The features selected of one layer, at least one.
struct PickedLayer {
    std::size_t layer = 0;              ///< index into Map::layers
    mapfile::Layer definition;          ///< a copy: substitutions and scale tokens are in place
    crs::Definition crs;                ///< of the features
    std::vector<feature::Field> fields; ///< of the features' attributes
    PickedFeatures first;               ///< all of them, unless there are others
    std::shared_ptr<FurtherFeatures> others{};

    /// Takes as long as the search if there are others that have not been read.
    [[nodiscard]] std::size_t size() const { return others ? others->count() : first.size(); }
};

/// Reads the features of a layer from the first to the last.
class PickedReader {
public:
    /// \param layer must outlive the object
    explicit PickedReader(PickedLayer const& layer) : m_layer(layer) {}

    /// The next ones, valid until the next call; nullptr: there are no more. \throws as the search
    [[nodiscard]] PickedFeatures const* next();

private:
    [[nodiscard]] PickedFeatures const* begin();
    [[nodiscard]] PickedFeatures const* go_on();

    PickedLayer const& m_layer;
    std::unique_ptr<FeatureSearch> m_search;
    PickedFeatures m_found;
    std::size_t m_count = 0; ///< that have been read
    bool m_has_begun = false;
};

/// The result of a query: layers in the order of the request, without empty ones.
struct Selection {
    std::vector<PickedLayer> layers;
    std::vector<std::size_t> searched; ///< into Map::layers: those, and those that have nothing

    /// Features of all layers.
    [[nodiscard]] std::size_t size() const;
    /// Features of the layers in front of one of them.
    [[nodiscard]] std::size_t size_before(PickedLayer const& layer) const;
};

} // namespace ms::render
