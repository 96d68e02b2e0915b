// SPDX-License-Identifier: MIT
#include "ogr/gdal_write.hpp"

#include "base/error.hpp"
#include "base/handle.hpp"
#include "base/string.hpp"
#include "ogr/gdal_buffered.hpp"
#include "ogr/gdal_layer.hpp"
#include "ogr/gdal_memory.hpp"

#include <cpl_conv.h>
#include <gdal.h>

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

namespace ms::ogr {

namespace {

using Dataset = Handle<std::remove_pointer_t<GDALDatasetH>, GDALClose>;

bool can(GDALDriverH driver, char const* capability)
{
    auto const* const value = GDALGetMetadataItem(driver, capability, nullptr);
    return value != nullptr && equals_ignoring_case(value, "YES");
}

/// Only drivers that write to GDAL's virtual file systems: no databases, no services.
GDALDriverH find_driver(Document const& document)
{
    auto* const driver = GDALGetDriverByName(document.driver.c_str());
    if (driver == nullptr || !can(driver, GDAL_DCAP_VECTOR) || !can(driver, GDAL_DCAP_CREATE) ||
        !can(driver, GDAL_DCAP_VIRTUALIO)) {
        throw Error{ErrorKind::BadMapfile,
                    "GDAL has no driver \"" + document.driver + "\" that writes files of features"};
    }
    return driver;
}

/// How a driver treats features and bytes that it has got; measured, as GDAL does not say it.
struct DriverUse {
    std::string_view name;
    bool only_appends = false;         ///< to its file
    std::string_view unless{};         ///< with this option
    std::size_t bytes_per_feature = 0; ///< that it keeps until the end
};

/// Those that write each feature at once. All others may keep them until the end.
constexpr std::array direct_drivers{
    DriverUse{.name = "CSV", .only_appends = true},
    DriverUse{.name = "ESRI Shapefile", .bytes_per_feature = 20},
    DriverUse{.name = "FlatGeobuf", .bytes_per_feature = 160}, // for the index
    DriverUse{.name = "GML"},                                  // goes back to write the bounds
    DriverUse{.name = "GPKG"},
    DriverUse{.name = "GeoJSON", .only_appends = true, .unless = "WRITE_BBOX="},
    DriverUse{.name = "GeoJSONSeq", .only_appends = true},
    DriverUse{.name = "KML", .only_appends = true},
    DriverUse{.name = "MapInfo File"},
    DriverUse{.name = "SQLite"},
};

/// What a driver needs to keep a feature: about this much for it, and for each value.
std::size_t bytes_if_kept(Row const& row)
{
    constexpr std::size_t of_feature = 200;
    constexpr std::size_t of_value = 64;
    auto bytes = of_feature + row.wkb.size();
    for (auto const& value : row.values) {
        bytes += of_value + value.value_or("").size();
    }
    return bytes;
}

DriverUse const* find_use(Document const& document)
{
    auto const* const found = std::ranges::find_if(direct_drivers, [&](DriverUse const& use) {
        return equals_ignoring_case(use.name, document.driver);
    });
    return found == direct_drivers.end() ? nullptr : found;
}

/// SQLite waits for the disk after each statement, so that a crash loses nothing. Nobody reads
/// these files after a crash.
class UnsafeSqlite {
public:
    UnsafeSqlite() { CPLSetThreadLocalConfigOption(option, "OFF"); }
    ~UnsafeSqlite() { CPLSetThreadLocalConfigOption(option, nullptr); }
    UnsafeSqlite(UnsafeSqlite const&) = delete;
    UnsafeSqlite& operator=(UnsafeSqlite const&) = delete;

private:
    static constexpr char const* option = "OGR_SQLITE_SYNCHRONOUS";
};

class GdalWriter final : public DocumentWriter {
public:
    explicit GdalWriter(Document document)
        : m_document(std::move(document)), m_use(find_use(m_document))
    {
        Complaints const complaints;
        UnsafeSqlite const unsafe;
        auto* const driver = find_driver(m_document);
        auto const options = list_of(m_document.options);
        InterruptibleFiles const interruptible{m_document.go_on};
        if (!only_appends()) { // what is appended is sent while it grows
            m_document.folder.insert(0, buffered_prefix);
        }
        auto const path = m_document.folder + '/' + m_document.file_name;
        m_dataset.reset(GDALCreate(driver, path.c_str(), 0, 0, 0, GDT_Unknown, options.data()));
        if (m_dataset == nullptr) {
            refuse(m_document, "makes no file", complaints.last());
        }
    }
    ~GdalWriter() override
    {
        Complaints const unread;
        GoOn const given_up = [] { return false; }; // else closing would complete the files
        InterruptibleFiles const interruptible{given_up};
        if (m_is_in_transaction) {
            GDALDatasetRollbackTransaction(m_dataset.get()); // else it builds indexes to the end
        }
        m_dataset.reset();
    }
    GdalWriter(GdalWriter const&) = delete;
    GdalWriter& operator=(GdalWriter const&) = delete;

    [[nodiscard]] bool only_appends() const override
    {
        return m_use != nullptr && m_use->only_appends &&
               (m_use->unless.empty() ||
                std::ranges::none_of(m_document.layer_options, [&](std::string const& option) {
                    return starts_with_ignoring_case(option, m_use->unless);
                }));
    }

    void begin_layer(Layer layer) override
    {
        InterruptibleFiles const interruptible{m_document.go_on};
        m_layer = std::make_unique<LayerWriter>(m_document, std::move(layer), m_dataset.get());
        if (!m_is_in_transaction && GDALDatasetTestCapability(m_dataset.get(), ODsCTransactions)) {
            m_is_in_transaction =
                GDALDatasetStartTransaction(m_dataset.get(), FALSE) == OGRERR_NONE;
        }
    }

    void write(Row const& row) override
    {
        m_kept_bytes += m_use != nullptr ? m_use->bytes_per_feature : bytes_if_kept(row);
        if (m_kept_bytes > m_document.max_bytes) {
            throw Error{ErrorKind::Limit, "GDAL's driver \"" + m_document.driver +
                                              "\" keeps more of the features than allowed "
                                              "(MS_REQUEST_MEMORY_MB)"};
        }
        InterruptibleFiles const interruptible{m_document.go_on};
        m_layer->write(row);
    }

    void finish() override
    {
        Complaints const complaints;
        InterruptibleFiles const interruptible{m_document.go_on};
        m_layer.reset();
        CPLErrorReset();
        bool const is_committed = !std::exchange(m_is_in_transaction, false) ||
                                  GDALDatasetCommitTransaction(m_dataset.get()) == OGRERR_NONE;
        m_dataset.reset();
        if (!is_committed || CPLGetLastErrorType() >= CE_Failure) {
            refuse(m_document, "does not finish", complaints.last());
        }
    }

private:
    Document m_document;
    DriverUse const* m_use; ///< null: it may keep what it gets
    Dataset m_dataset;
    std::unique_ptr<LayerWriter> m_layer;
    bool m_is_in_transaction = false;
    std::size_t m_kept_bytes = 0;
};

} // namespace

std::unique_ptr<DocumentWriter> create(Document document)
{
    return std::make_unique<GdalWriter>(std::move(document));
}

} // namespace ms::ogr
