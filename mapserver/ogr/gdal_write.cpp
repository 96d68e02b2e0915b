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
#include <chrono>
#include <cmath>
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
    std::string_view unless{};         ///< that, or keeping, with this option
    std::size_t bytes_per_feature = 0; ///< that it keeps until the end
    bool sorts = false;                ///< them in the end
    std::string_view folder_option{};  ///< of a layer: for temporary files
};

/// Those that write each feature at once. All others may keep them until the end.
constexpr std::array direct_drivers{
    DriverUse{.name = "CSV", .only_appends = true},
    DriverUse{.name = "ESRI Shapefile", .bytes_per_feature = 20},
    // For the index, by their places on a curve.
    DriverUse{.name = "FlatGeobuf",
              .unless = "SPATIAL_INDEX=NO",
              .bytes_per_feature = 160,
              .sorts = true,
              .folder_option = "TEMPORARY_DIR"},
    DriverUse{.name = "GML"}, // goes back to write the bounds
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

/// Of FlatGeobuf in GDAL 3.6, which computes places on the curve again for each comparison.
std::chrono::nanoseconds sorting_time(std::size_t features)
{
    constexpr double ns_per_comparison = 120;
    auto const count = static_cast<double>(features);
    return std::chrono::nanoseconds{
        static_cast<std::int64_t>(ns_per_comparison * count * std::log2(count + 1))};
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
        auto const interruptible = interruptible_files();
        m_document.folder.insert(0, buffered_prefix);
        if (m_use != nullptr && !m_use->folder_option.empty()) { // the first one counts
            m_document.layer_options.insert(m_document.layer_options.begin(),
                                            std::string{m_use->folder_option} + '=' +
                                                m_document.folder);
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
        return m_use != nullptr && m_use->only_appends && !is_exempt();
    }

    void begin_layer(Layer layer) override
    {
        auto const interruptible = interruptible_files();
        m_layer = std::make_unique<LayerWriter>(m_document, std::move(layer), m_dataset.get());
        if (!m_is_in_transaction && GDALDatasetTestCapability(m_dataset.get(), ODsCTransactions)) {
            m_is_in_transaction =
                GDALDatasetStartTransaction(m_dataset.get(), FALSE) == OGRERR_NONE;
        }
    }

    void write(Row const& row) override
    {
        count(row);
        auto const interruptible = interruptible_files();
        m_layer->write(row);
        if (interruptible.has_failed()) {
            refuse(m_document, "does not write its file", "");
        }
    }

    void finish() override
    {
        expect_sorting();
        Complaints const complaints;
        auto const interruptible = interruptible_files();
        m_layer.reset();
        CPLErrorReset();
        bool const is_committed = !std::exchange(m_is_in_transaction, false) ||
                                  GDALDatasetCommitTransaction(m_dataset.get()) == OGRERR_NONE;
        m_dataset.reset();
        if (!is_committed || CPLGetLastErrorType() >= CE_Failure || interruptible.has_failed()) {
            refuse(m_document, "does not finish", complaints.last());
        }
    }

private:
    [[nodiscard]] bool is_exempt() const
    {
        return !m_use->unless.empty() &&
               std::ranges::any_of(m_document.layer_options, [&](std::string const& option) {
                   return starts_with_ignoring_case(option, m_use->unless);
               });
    }

    [[nodiscard]] InterruptibleFiles interruptible_files() const
    {
        using Order = InterruptibleFiles::Order;
        // What is appended is sent while it grows.
        return InterruptibleFiles{m_document.go_on, only_appends() ? Order::Appended : Order::Any};
    }

    [[nodiscard]] std::size_t bytes_kept_of(Row const& row) const
    {
        if (m_use == nullptr) {
            return bytes_if_kept(row);
        }
        return m_use->bytes_per_feature > 0 && is_exempt() ? 0 : m_use->bytes_per_feature;
    }

    void count(Row const& row)
    {
        m_kept_bytes += bytes_kept_of(row);
        if (m_kept_bytes > m_document.max_bytes) {
            throw Error{ErrorKind::Limit, "GDAL's driver \"" + m_document.driver +
                                              "\" keeps more of the features than allowed "
                                              "(MS_REQUEST_MEMORY_MB)"};
        }
        constexpr std::size_t between_checks = std::size_t{1} << 14U;
        if (++m_features % between_checks == 0) {
            expect_sorting();
        }
    }

    /// The driver sorts in memory, without a look at its files.
    void expect_sorting() const
    {
        if (m_use != nullptr && m_use->sorts && !is_exempt() && m_document.expect) {
            m_document.expect(sorting_time(m_features));
        }
    }

private:
    Document m_document;
    DriverUse const* m_use; ///< null: it may keep what it gets
    Dataset m_dataset;
    std::unique_ptr<LayerWriter> m_layer;
    bool m_is_in_transaction = false;
    std::size_t m_features = 0;
    std::size_t m_kept_bytes = 0;
};

} // namespace

std::unique_ptr<DocumentWriter> create(Document document)
{
    return std::make_unique<GdalWriter>(std::move(document));
}

} // namespace ms::ogr
