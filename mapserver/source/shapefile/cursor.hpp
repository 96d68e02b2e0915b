// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads the rows of a shapefile that match a query.

#include "base/deadline.hpp"
#include "base/to_utf8.hpp"
#include "expr/bind.hpp"
#include "source/feature_source.hpp"
#include "source/shapefile/dataset.hpp"

#include <span>

namespace ms::source::shapefile {

/// How dates are handed over, and shapes that the layer's TYPE cannot show.
enum class Conversion : std::uint8_t {
    AsStored, ///< 20200102; such shapes are an error
    AsOgr,    ///< 2020-01-02; they are passed over: CONNECTIONTYPE OGR
};

/// Walks over the candidate records in file order: box, then FILTER, then geometry and attributes.
class Cursor final : public FeatureCursor {
public:
    /// \param fields   where in the table the attributes of `query.fields` are
    /// \param filter_fields the same for `query.filter.attributes()`
    Cursor(std::shared_ptr<Dataset const> dataset, Query const& query,
           std::vector<std::size_t> fields, std::vector<std::size_t> filter_fields, ToUtf8 to_utf8,
           ErrorContext context, Deadline const& deadline,
           Conversion conversion = Conversion::AsStored);

    bool next(feature::FeatureBatch& batch) override;

private:
    /// Tries the candidate at m_position.
    void read_candidate(feature::FeatureBatch& batch);
    [[nodiscard]] bool is_done() const noexcept;
    [[nodiscard]] std::uint32_t candidate(std::size_t position) const noexcept;
    [[nodiscard]] bool may_meet_box(Dataset::Record const& record);
    [[nodiscard]] bool passes_filter(std::uint32_t id, Bytes content);
    /// What the file's shapes are read as.
    /// \throws Error{BadMapfile} if the layer's TYPE cannot show them
    [[nodiscard]] ShapeType drawn_type() const;
    void append_values(std::uint32_t id, std::span<std::size_t const> fields,
                       feature::FeatureBatch& batch);
    // When these must read, they also read the candidates that follow closely.
    [[nodiscard]] std::optional<Bytes> shape_bytes(Dataset::Record const& record);
    [[nodiscard]] std::optional<Bytes> table_row(std::uint32_t id);

    std::shared_ptr<Dataset const> m_dataset;
    geometry::Kind m_kind;
    std::optional<geometry::Box> m_box;                     ///< empty: all records
    std::optional<std::vector<std::uint32_t>> m_candidates; ///< empty: every record
    std::vector<std::size_t> m_fields;
    std::vector<std::size_t> m_filter_fields;
    std::optional<expr::Bound> m_filter;
    bool m_filter_uses_shape = false;
    feature::FeatureBatch m_filter_row;
    bool m_with_ids;
    std::size_t m_left;      ///< rows that MAXFEATURES still allows
    std::size_t m_count = 0; ///< candidates
    std::size_t m_position = 0;
    Window m_shapes;
    Window m_rows;
    ToUtf8 m_to_utf8;
    Conversion m_conversion;
    ErrorContext m_context;
    Deadline const& m_deadline;
};

} // namespace ms::source::shapefile
