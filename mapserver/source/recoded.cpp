// SPDX-License-Identifier: MIT
#include "source/recoded.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "base/to_utf8.hpp"
#include "source/forwarding_source.hpp"

#include <utility>

namespace ms::source {

namespace {

class RecodedCursor : public FeatureCursor {
public:
    RecodedCursor(std::unique_ptr<FeatureCursor> cursor, ToUtf8 to_utf8)
        : m_cursor(std::move(cursor)), m_to_utf8(std::move(to_utf8))
    {}

    bool next(feature::FeatureBatch& batch) override
    {
        bool const has_rows = m_cursor->next(batch);
        for (auto& column : batch.attributes) {
            recode(column);
        }
        recode(batch.texts);
        return has_rows;
    }

private:
    void recode(feature::TextColumn& column)
    {
        m_recoded.clear();
        for (std::size_t row = 0; row < column.size(); ++row) {
            if (column.is_null(row)) {
                m_recoded.append_null();
            } else {
                m_recoded.append(m_to_utf8(column[row]));
            }
        }
        std::swap(column, m_recoded);
    }

    std::unique_ptr<FeatureCursor> m_cursor;
    ToUtf8 m_to_utf8;
    feature::TextColumn m_recoded; ///< its memory is used again
};

class RecodedSource final : public ForwardingSource {
public:
    RecodedSource(std::unique_ptr<FeatureSource> source, std::string encoding)
        : ForwardingSource(std::move(source)), m_encoding(std::move(encoding))
    {}

    std::unique_ptr<FeatureCursor> start(Query const& query) override
    {
        return std::make_unique<RecodedCursor>(wrapped().start(query),
                                               ToUtf8::from(m_encoding).value_or(ToUtf8{}));
    }
    std::string explain(Query const& query) override
    {
        return wrapped().explain(query) + "\ntexts: from " + m_encoding + " to UTF-8";
    }

private:
    std::string m_encoding;
};

bool is_utf8(std::string const& encoding)
{
    return equals_ignoring_case(encoding, "UTF-8") || equals_ignoring_case(encoding, "UTF8");
}

} // namespace

std::unique_ptr<FeatureSource> recoded(std::unique_ptr<FeatureSource> source,
                                       mapfile::Map const& map, mapfile::Layer const& layer)
{
    if (layer.encoding.empty() || is_utf8(layer.encoding)) {
        return source;
    }
    if (!ToUtf8::from(layer.encoding)) {
        throw Error{ErrorKind::BadMapfile, map.where(layer.at) + ": layer \"" + layer.name +
                                               "\": ENCODING \"" + layer.encoding +
                                               "\" is unknown"};
    }
    return std::make_unique<RecodedSource>(std::move(source), layer.encoding);
}

} // namespace ms::source
