// SPDX-License-Identifier: MIT
#include "load/process.hpp"
#include "load/protocol_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace ms::load {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t maps_of_a_client = 8; // of a batch

/// The results of one target in an interval.
struct Interval {
    std::vector<double> milliseconds;
    std::size_t errors = 0;
};

class Soaking {
public:
    Soaking(Soak const& protocol, Run const& run, Report& report)
        : m_protocol(protocol), m_run(run), m_report(report),
          m_fleets(fleets_of(run, protocol.clients))
    {}

    /// Whether there are more requests to send.
    [[nodiscard]] bool goes_on() const
    {
        bool const is_counted = m_protocol.requests > 0;
        return !m_run.stop && (is_counted ? m_asked < m_protocol.requests
                                          : Clock::now() - m_start < m_protocol.time);
    }

    /// One line of the table for each target.
    void interval(Table& table)
    {
        std::vector<Interval> intervals(m_fleets.size());
        auto const end = Clock::now() + m_protocol.interval;
        while (Clock::now() < end && goes_on()) {
            batch(intervals);
        }
        for (std::size_t i = 0; i < m_fleets.size(); ++i) {
            add_row(table, i, intervals[i]);
        }
    }

    void judge() const
    {
        if (m_errors > 0) {
            m_report.missed_bars.push_back(fmt::format("{} requests failed", m_errors));
        }
        if (m_warm_mib <= 0) {
            return; // no process was given whose memory to measure
        }
        if (m_asked <= m_protocol.warm_up) {
            m_report.missed_bars.push_back(
                fmt::format("memory is not known to stay: {} requests of {} to warm up", m_asked,
                            m_protocol.warm_up));
            m_report.notes.push_back(m_report.missed_bars.back());
            return;
        }
        double const growth = m_max_mib / m_warm_mib - 1;
        auto const text = fmt::format("memory after {} requests {:.1f} MiB, at most {:.1f} MiB "
                                      "afterwards: {:+.2f} % ({:g} % allowed)",
                                      m_protocol.warm_up, m_warm_mib, m_max_mib, growth * 100,
                                      m_protocol.growth * 100);
        m_report.notes.push_back(text);
        if (growth > m_protocol.growth) {
            m_report.missed_bars.push_back(text);
        }
    }

private:
    void batch(std::vector<Interval>& intervals)
    {
        auto const views = random_views(m_protocol.full, m_protocol.clients * maps_of_a_client,
                                        m_run.seed + m_batch);
        for (std::size_t i = 0; i < m_fleets.size() && !m_run.stop; ++i) {
            auto const& target = m_run.targets[i];
            m_fleets[i].expect(Expected::Image);
            note(intervals[i], i, ask(m_fleets[i], urls_of(target, views), m_run));
            if (auto const others = other_urls(target); !others.empty()) {
                m_fleets[i].expect(Expected::Response);
                note(intervals[i], i, ask(m_fleets[i], others, m_run));
            }
        }
        m_asked += views.size() + (m_protocol.others.empty() ? 0 : m_protocol.clients);
        ++m_batch;
        look();
    }

    /// The next of the other queries, one for each client.
    [[nodiscard]] std::vector<std::string> other_urls(Target const& target) const
    {
        std::vector<std::string> urls;
        auto const stem = target.url.substr(0, target.url.find('?'));
        for (std::size_t i = 0; !m_protocol.others.empty() && i < m_protocol.clients; ++i) {
            auto const number = m_batch * m_protocol.clients + i;
            urls.push_back(stem + '?' + m_protocol.others[number % m_protocol.others.size()]);
        }
        return urls;
    }

    void note(Interval& interval, std::size_t target, Round const& round)
    {
        auto const times = round.milliseconds();
        interval.milliseconds.insert(interval.milliseconds.end(), times.begin(), times.end());
        interval.errors += round.errors();
        note_errors(m_report, m_run.targets[target], round);
        m_errors += round.errors();
        record(m_report, target, round);
    }

    void look()
    {
        if (!m_protocol.pid) {
            return;
        }
        double const resident = look_at_process(*m_protocol.pid).resident_mib;
        if (m_asked <= m_protocol.warm_up || m_warm_mib == 0) {
            m_warm_mib = m_max_mib = resident;
        } else {
            m_max_mib = std::max(m_max_mib, resident);
        }
    }

    void add_row(Table& table, std::size_t target, Interval const& interval) const
    {
        auto const at = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - m_start);
        auto const summary = summarize(interval.milliseconds);
        table.rows.push_back({std::to_string(at.count()), m_run.targets[target].name,
                              std::to_string(summary.count + interval.errors),
                              std::to_string(interval.errors), fmt::format("{:.1f}", summary.p50),
                              fmt::format("{:.1f}", summary.p99)});
        add_process(table.rows.back());
        say(m_run, fmt::format("{}", fmt::join(table.rows.back(), "  ")));
    }

    void add_process(std::vector<std::string>& row) const
    {
        if (!m_protocol.pid) { // no process was given
            row.insert(row.end(), 3, "");
            return;
        }
        auto const process = look_at_process(*m_protocol.pid);
        row.push_back(fmt::format("{:.1f}", process.resident_mib));
        row.push_back(std::to_string(process.files));
        row.push_back(std::to_string(process.threads));
    }

    Soak const& m_protocol;
    Run const& m_run;
    Report& m_report;
    std::vector<Fleet> m_fleets;
    Clock::time_point m_start = Clock::now();
    std::uint64_t m_batch = 0;
    std::size_t m_asked = 0; ///< of each target
    std::size_t m_errors = 0;
    double m_warm_mib = 0, m_max_mib = 0;
};

} // namespace

Report run(Soak const& protocol, Run const& run)
{
    auto const length = protocol.requests > 0 ? fmt::format("{} requests", protocol.requests)
                                              : fmt::format("{} s", protocol.time.count());
    auto report = new_report(fmt::format("soak: {}, {} clients, {} other queries, seed {}", length,
                                         protocol.clients, protocol.others.size(), run.seed),
                             "warm after the first interval", run);
    Table table{
        "A line an interval",
        {"s", "target", "requests", "errors", "p50 ms", "p99 ms", "RSS MiB", "files", "threads"},
        {},
        Plot{.x = "s", .each = "target", .y = {"p50 ms", "p99 ms", "RSS MiB"}, .unit = "ms, MiB"}};
    expect(run, protocol.requests); // 0: the time decides
    Soaking soaking{protocol, run, report};
    while (soaking.goes_on()) {
        soaking.interval(table);
    }
    soaking.judge();
    report.tables.push_back(std::move(table));
    report.tables.push_back(distribution(report));
    note_end(report, run);
    return report;
}

} // namespace ms::load
