// SPDX-License-Identifier: MIT
#include "source/raster/stamps.hpp"

#include <algorithm>
#include <iterator>

namespace ms::source::raster {

namespace {

namespace fs = std::filesystem;

/// Suffixes after the whole name.
constexpr std::array behind{".ovr", ".msk", ".msk.ovr", ".aux.xml", ".hdr"};
/// In place of the extension.
constexpr std::array instead{".wld", ".tfw", ".pgw", ".jgw", ".hdr",
                             ".prj", ".tab", ".aux", ".rrd"};
static_assert(1 + behind.size() + instead.size() == RasterStamps::count);

constexpr std::size_t max_known = 8192;

/// The name of RasterStamps::files[i].
fs::path name_of(fs::path const& raster, std::size_t i)
{
    if (i == 0) {
        return raster;
    }
    if (--i < behind.size()) {
        return raster.native() + behind[i];
    }
    auto beside = raster;
    return beside.replace_extension(instead[i - behind.size()]);
}

/// The files without a stamp of which there is no name, either: behind a link, one may appear
/// without a change of the link's folder, and what cannot be seen now may be seen later.
RasterStamps::Marks absent_of(fs::path const& raster, RasterStamps const& stamps)
{
    RasterStamps::Marks absent;
    for (std::size_t i = 1; i < stamps.files.size(); ++i) {
        if (!stamps.files[i].is_known()) {
            std::error_code ignored;
            auto const status = fs::symlink_status(name_of(raster, i), ignored);
            absent[i] = status.type() == fs::file_type::not_found;
        }
    }
    return absent;
}

} // namespace

RasterStamps RasterStamps::of(fs::path const& raster, std::vector<fs::path> const* sources,
                              Marks absent)
{
    RasterStamps stamps;
    for (std::size_t i = 0; i < stamps.files.size(); ++i) {
        if (!absent[i]) {
            stamps.files[i] = FileStamp::of(name_of(raster, i));
        }
    }
    if (sources != nullptr) {
        std::ranges::transform(*sources, std::back_inserter(stamps.sources),
                               [](auto const& source) { return FileStamp::of(source); });
    }
    return stamps;
}

std::string RasterStamps::to_text() const
{
    std::string text;
    auto const add = [&](FileStamp const& stamp) {
        text += stamp.is_known() ? stamp.to_text() + ' ' : "- ";
    };
    std::ranges::for_each(files, add);
    std::ranges::for_each(sources, add);
    return text;
}

bool RasterStamps::are_settled(std::chrono::system_clock::time_point now) const
{
    auto const is_old = [&](FileStamp const& stamp) { return is_settled(stamp, now); };
    return std::ranges::all_of(files, is_old) && std::ranges::all_of(sources, is_old);
}

RasterStamps KnownCompanions::stamps_of(fs::path const& raster,
                                        std::vector<fs::path> const* sources)
{
    // The folder first: a companion that appears meanwhile gives it another stamp.
    auto const now = std::chrono::system_clock::now();
    auto const folder = FileStamp::of(raster.parent_path());
    if (auto const absent = find(raster.native(), folder)) {
        return RasterStamps::of(raster, sources, *absent);
    }
    auto stamps = RasterStamps::of(raster, sources);
    if (folder.is_known() && is_settled(folder, now)) {
        keep(raster.native(), {folder, absent_of(raster, stamps), Clock::now()});
    }
    return stamps;
}

std::optional<RasterStamps::Marks> KnownCompanions::find(std::string const& raster,
                                                         FileStamp const& folder)
{
    std::scoped_lock const lock{m_mutex};
    auto const known = m_known.find(raster);
    bool const is_valid = known != m_known.end() && known->second.folder == folder &&
                          Clock::now() - known->second.since < m_max_age;
    return is_valid ? std::optional{known->second.absent} : std::nullopt;
}

void KnownCompanions::keep(std::string const& raster, Known const& known)
{
    std::scoped_lock const lock{m_mutex};
    if (m_known.size() >= max_known) {
        m_known.clear();
    }
    m_known.insert_or_assign(raster, known);
}

} // namespace ms::source::raster
