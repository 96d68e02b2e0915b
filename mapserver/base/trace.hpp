// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Records the timings of one request: spans with their begin and end, and counters.

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ms {

/// What a request is doing. Stages nest; their names are those of stage_name().
enum class Stage : std::uint8_t {
    Request,   ///< from the first byte of the request to the answer
    Parse,     ///< bytes to a request
    Queue,     ///< until a thread takes it
    Join,      ///< until an equal request, which came before, has its answer
    MapCache,  ///< finding the map, reading it when it has changed
    Plan,      ///< map, viewport and overrides to steps
    Start,     ///< sources opened, statements sent
    Learn,     ///< querying tables, their extents and counts, or waiting for that
    Layer,     ///< one layer from its first row to its last stroke
    Fetch,     ///< a batch from a source: waiting, decoding, attributes
    PoolWait,  ///< until a connection is free, or made
    Connect,   ///< a new connection to a database
    FirstRow,  ///< until the first row, or the end
    DbWait,    ///< waiting for the database
    Decode,    ///< the part of Fetch outside DbWait; known only as a sum
    Classify,  ///< rows to classes
    Transform, ///< coordinates to pixels
    Raster,    ///< strokes, fills, markers
    Tiles,     ///< an image made of cached and newly drawn tiles
    Label,     ///< placing and drawing labels
    Encode,    ///< pixels to PNG, JPEG ...
    Write,     ///< the answer to the client
    Count_
};
constexpr std::size_t stage_count = static_cast<std::size_t>(Stage::Count_);

/// "request", "map_cache" ...
[[nodiscard]] std::string_view stage_name(Stage stage) noexcept;

enum class Counter : std::uint8_t {
    Statements,
    Rows,
    Vertices,
    DatabaseBytes,
    BackendReads,
    Layers,
    TilesKept,         ///< found in the tile cache
    TilesRead,         ///< found in the tile store
    TilesDrawn,        ///< tiles that were not there
    TileImages,        ///< images that new tiles were cut from
    TileThreads,       ///< threads that put tiles together
    RasterOpens,       ///< raster files opened
    RasterReuses,      ///< raster files that were open
    RasterWindows,     ///< rectangles read of them
    RasterOverviews,   ///< of those, from overviews
    RasterBlocks,      ///< tiles or strips that they touch, of all bands
    RasterBytes,       ///< of the samples read
    ExpressionsParsed, ///< expressions that were not parsed when the map was loaded
    LayersCopied,      ///< copied layers
    LayersPlanned,     ///< layers, each time that one is planned
    FastImages,        ///< written for speed: COMPRESSION=1, or a busy server
    PackedImages,      ///< written for size
    Count_
};
constexpr std::size_t counter_count = static_cast<std::size_t>(Counter::Count_);

/// "statements", "rows" ...
[[nodiscard]] std::string_view counter_name(Counter counter) noexcept;

/// Identifies a request across all systems that work on it: W3C Trace Context's names. Hexadecimal.
struct TraceIds {
    std::string trace;  ///< 32 digits, of the client or else generated
    std::string parent; ///< 16 digits, the client's span; "" if unknown
    std::string span;   ///< 16 digits, ours: the id of this request
};

/// Of one request, on one thread. Beyond max_events only the sums continue.
class Trace {
public:
    using Clock = std::chrono::steady_clock;
    using Nanoseconds = std::chrono::nanoseconds;
    static constexpr std::size_t max_events = 20'000;

    /// One stage, from its begin to its end.
    struct Event {
        Stage stage{};
        std::uint8_t depth = 0;
        Nanoseconds begin{}; ///< since the trace's start
        Nanoseconds end{};
        std::string detail; ///< the layer's name; often empty
    };

    /// \param start when the request came in; not later than now
    explicit Trace(Clock::time_point start = Clock::now())
        : m_wall_start(std::chrono::system_clock::now() -
                       std::chrono::duration_cast<std::chrono::system_clock::duration>(
                           Clock::now() - start)),
          m_start(start)
    {}

    void set_ids(TraceIds ids) { m_ids = std::move(ids); }
    [[nodiscard]] TraceIds const& ids() const noexcept { return m_ids; }

    /// A stage that is over, within the one under way and after all that were noted before.
    void add_past(Stage stage, Clock::time_point begin, Clock::time_point end);
    /// Time in a stage whose begin and end are not known.
    void add_time(Stage stage, Nanoseconds time) noexcept
    {
        m_totals[static_cast<std::size_t>(stage)] += time;
    }

    void add(Counter counter, std::uint64_t amount) noexcept
    {
        m_counters[static_cast<std::size_t>(counter)] += amount;
    }
    [[nodiscard]] std::uint64_t count(Counter counter) const noexcept
    {
        return m_counters[static_cast<std::size_t>(counter)];
    }
    /// The sum of all times in the stage; nested ones of the same stage count twice.
    [[nodiscard]] Nanoseconds total(Stage stage) const noexcept
    {
        return m_totals[static_cast<std::size_t>(stage)];
    }
    /// In the order of their begin.
    [[nodiscard]] std::vector<Event> const& events() const noexcept { return m_events; }
    [[nodiscard]] std::chrono::system_clock::time_point wall_start() const noexcept
    {
        return m_wall_start;
    }

private:
    friend class Timed;
    static constexpr std::size_t not_kept = ~std::size_t{0};

    std::size_t begin(Stage stage, std::string_view detail, Clock::time_point now);
    void end(Stage stage, std::size_t event, Clock::time_point begin) noexcept;

    std::chrono::system_clock::time_point m_wall_start;
    Clock::time_point m_start;
    std::vector<Event> m_events;
    std::array<Nanoseconds, stage_count> m_totals{};
    std::array<std::uint64_t, counter_count> m_counters{};
    std::uint8_t m_depth = 0;
    TraceIds m_ids;
};

/// A stage that lasts as long as this object. Without a trace it costs a comparison, with one two
/// readings of the clock (about 50 ns): for batches, not for rows.
class Timed {
public:
    Timed(Trace* trace, Stage stage, std::string_view detail = {})
        : Timed(trace, stage, detail,
                trace != nullptr ? Trace::Clock::now() : Trace::Clock::time_point{})
    {}
    /// That has begun already.
    Timed(Trace* trace, Stage stage, std::string_view detail, Trace::Clock::time_point begin)
        : m_trace(trace), m_stage(stage)
    {
        if (m_trace != nullptr) {
            m_begin = begin;
            m_event = m_trace->begin(stage, detail, m_begin);
        }
    }
    ~Timed()
    {
        if (m_trace != nullptr) {
            m_trace->end(m_stage, m_event, m_begin);
        }
    }
    Timed(Timed const&) = delete;
    Timed& operator=(Timed const&) = delete;

private:
    Trace* m_trace;
    Stage m_stage;
    std::size_t m_event = Trace::not_kept;
    Trace::Clock::time_point m_begin{};
};

} // namespace ms
