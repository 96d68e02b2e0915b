// SPDX-License-Identifier: MIT
#include "source/raster/stamps.hpp"

#include <algorithm>
#include <iterator>

namespace ms::source::raster {

namespace {

/// Suffixes after the whole name.
constexpr std::array behind{".ovr", ".msk", ".msk.ovr", ".aux.xml", ".hdr"};
/// In place of the extension.
constexpr std::array instead{".wld", ".tfw", ".pgw", ".jgw", ".hdr",
                             ".prj", ".tab", ".aux", ".rrd"};
static_assert(1 + behind.size() + instead.size() == RasterStamps::count);

constexpr std::chrono::seconds settle_time{1};

} // namespace

RasterStamps RasterStamps::of(std::filesystem::path const& raster,
                              std::vector<std::filesystem::path> const* sources)
{
    RasterStamps stamps;
    auto* next = stamps.files.data();
    *next++ = FileStamp::of(raster);
    for (auto const* const extension : behind) {
        *next++ = FileStamp::of(raster.native() + extension);
    }
    auto beside = raster;
    for (auto const* const extension : instead) {
        *next++ = FileStamp::of(beside.replace_extension(extension));
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
    for (auto const& stamp : files) {
        text += stamp.to_text() + ' ';
    }
    for (auto const& stamp : sources) {
        text += stamp.to_text() + ' ';
    }
    return text;
}

bool RasterStamps::are_settled(std::chrono::system_clock::time_point now) const
{
    std::chrono::nanoseconds const latest = (now - settle_time).time_since_epoch();
    auto const is_settled = [&](FileStamp const& stamp) {
        return stamp.status_nanoseconds < latest.count();
    };
    return std::ranges::all_of(files, is_settled) && std::ranges::all_of(sources, is_settled);
}

} // namespace ms::source::raster
