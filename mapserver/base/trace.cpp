// SPDX-License-Identifier: MIT
#include "base/trace.hpp"

namespace ms {

std::string_view stage_name(Stage stage) noexcept
{
    constexpr std::array<std::string_view, stage_count> names{
        "request",   "parse",  "queue",     "join",    "map_cache", "plan",    "start",  "learn",
        "layer",     "fetch",  "pool_wait", "connect", "first_row", "db_wait", "decode", "classify",
        "transform", "raster", "tiles",     "label",   "encode",    "write"};
    return names[static_cast<std::size_t>(stage)];
}

std::string_view counter_name(Counter counter) noexcept
{
    constexpr std::array<std::string_view, counter_count> names{
        "statements",    "rows",         "vertices",           "database_bytes", "backend_reads",
        "layers",        "tiles_kept",   "tiles_read",         "tiles_drawn",    "tile_pictures",
        "tile_threads",  "raster_opens", "raster_reuses",      "raster_windows", "raster_overviews",
        "raster_blocks", "raster_bytes", "expressions_parsed", "layers_copied",  "layers_planned",
        "images_fast",   "images_packed"};
    return names[static_cast<std::size_t>(counter)];
}

void Trace::add_past(Stage stage, Clock::time_point begin, Clock::time_point end)
{
    add_time(stage, end - begin);
    if (m_events.size() < max_events) {
        m_events.push_back({stage, m_depth, begin - m_start, end - m_start, {}});
    }
}

std::size_t Trace::begin(Stage stage, std::string_view detail, Clock::time_point now)
{
    ++m_depth;
    if (m_events.size() >= max_events) {
        return not_kept;
    }
    auto const since = now - m_start;
    m_events.push_back(
        {stage, static_cast<std::uint8_t>(m_depth - 1), since, since, std::string{detail}});
    return m_events.size() - 1;
}

void Trace::end(Stage stage, std::size_t event, Clock::time_point begin) noexcept
{
    auto const now = Clock::now();
    --m_depth;
    m_totals[static_cast<std::size_t>(stage)] += now - begin;
    if (event != not_kept) {
        m_events[event].end = now - m_start;
    }
}

} // namespace ms
