// SPDX-License-Identifier: MIT
#include "source/read_ahead.hpp"

#include "base/held_signals.hpp"
#include "base/memory.hpp"
#include "geometry/geos_limit.hpp"

#include <array>
#include <system_error>
#include <utility>

namespace ms::source {

namespace {

/// None if the system has no more of them: rows are read as without.
std::thread undisturbed(std::function<void()> work)
{
    HeldSignals const held;
    try {
        return std::thread{std::move(work)};
    } catch (std::system_error const&) {
        return {};
    }
}

} // namespace

/// What the thread waits for the database costs the request no time: take() counts what it waits.
void add_sums(Trace const& from, Trace& to)
{
    constexpr std::array stages{Stage::Learn, Stage::PoolWait, Stage::Connect, Stage::FirstRow};
    for (auto const stage : stages) {
        to.add_time(stage, from.total(stage));
    }
    to.add_time(Stage::Decode,
                from.total(Stage::Fetch) - from.total(Stage::DbWait) - from.total(Stage::PoolWait));
    for (std::size_t i = 0; i < counter_count; ++i) {
        to.add(static_cast<Counter>(i), from.count(static_cast<Counter>(i)));
    }
}

/// The batches of one input.
class ReadAhead::Answer final : public FeatureCursor {
public:
    Answer(ReadAhead& reader, std::size_t input) : m_reader(reader), m_input(input) {}
    ~Answer() override { m_reader.finish(m_input); }
    Answer(Answer const&) = delete;
    Answer& operator=(Answer const&) = delete;

    bool next(feature::FeatureBatch& batch) override
    {
        if (m_has_ended) {
            batch.reset(batch.attributes.size());
            return false;
        }
        m_has_ended = !m_reader.next(m_input, batch);
        return !m_has_ended;
    }

private:
    ReadAhead& m_reader;
    std::size_t m_input;
    bool m_has_ended = false;
};

ReadAhead::ReadAhead(Services const& services, Budget& budget,
                     std::function<bool()> has_idle_processor)
    : m_given(services), m_budget(budget), m_has_idle_processor(std::move(has_idle_processor)),
      m_deadline(services.deadline.end(),
                 [this] {
                     return m_is_stopped || m_given.deadline.is_cancelled() ||
                            m_given.deadline.is_abandoned();
                 }),
      m_services(services.until(m_deadline))
{}

ReadAhead::~ReadAhead()
{
    if (!has_begun()) {
        return;
    }
    {
        std::scoped_lock const lock{m_mutex};
        m_is_stopped = true;
    }
    m_has_room.notify_one();
    m_thread.join();
    m_budget.release(max_bytes);
    if (m_given.trace != nullptr) {
        add_sums(m_trace, *m_given.trace);
    }
}

std::unique_ptr<FeatureCursor> ReadAhead::add(std::unique_ptr<FeatureSource> source,
                                              std::unique_ptr<FeatureCursor> cursor)
{
    m_inputs.push_back({std::move(source), std::move(cursor)});
    return std::make_unique<Answer>(*this, m_inputs.size() - 1);
}

bool ReadAhead::next(std::size_t input, feature::FeatureBatch& batch)
{
    if (!has_begun() && may_begin()) {
        begin(input);
    }
    if (has_begun()) {
        return take(input, batch);
    }
    bool const has_more = m_inputs[input].cursor->next(batch);
    m_read_bytes += batch.bytes();
    return has_more;
}

void ReadAhead::finish(std::size_t input) noexcept
{
    if (!has_begun()) { // else the thread does that
        m_inputs[input] = {};
    }
}

bool ReadAhead::may_begin()
{
    if (m_read_bytes < m_bytes_at_next_question) {
        return false;
    }
    m_bytes_at_next_question = m_read_bytes + bytes_before; // a processor may be idle later
    bool const has_memory = m_budget.max_bytes() - m_budget.kept_bytes() > 2 * max_bytes;
    return has_memory && m_has_idle_processor();
}

void ReadAhead::begin(std::size_t input)
{
    m_services.trace = m_given.trace != nullptr ? &m_trace : nullptr;
    m_thread = undisturbed([this, input] { work(input); });
    if (has_begun()) {
        m_budget.keep(max_bytes);
        m_given.log.write(LogLevel::Verbose, "a thread reads rows ahead");
    } else {
        m_services.trace = m_given.trace;
    }
}

void ReadAhead::work(std::size_t first) noexcept
{
    mark_arena();
    Budget budget{m_deadline, max_bytes};
    geometry::GeosLimit const limit{budget};
    try {
        for (auto input = first; input < m_inputs.size(); ++input) {
            read(input);
        }
    } catch (...) {
        {
            std::scoped_lock const lock{m_mutex};
            m_error = std::current_exception();
        }
        m_has_items.notify_one();
    }
    // Queries of this request that wait for a connection are sent by who gives one back.
    for (auto input = first; input < m_inputs.size(); ++input) {
        m_inputs[input] = {};
    }
}

void ReadAhead::read(std::size_t input)
{
    for (;;) {
        Item item{.input = input};
        {
            std::scoped_lock const lock{m_mutex};
            if (!m_used.empty()) {
                item.batch = std::move(m_used.back());
                m_used.pop_back();
            }
        }
        {
            Timed const timed{m_services.trace, Stage::Fetch};
            item.is_end = !m_inputs[input].cursor->next(item.batch);
        }
        bool const is_end = item.is_end;
        if (is_end) {
            m_inputs[input] = {}; // its connection serves the next query
        }
        if (!put(std::move(item))) {
            m_deadline.check();
        }
        if (is_end) {
            return;
        }
    }
}

bool ReadAhead::put(Item item)
{
    auto const bytes = item.batch.bytes();
    {
        std::unique_lock lock{m_mutex};
        m_has_room.wait(lock, [this] {
            return (m_bytes < max_bytes && m_items.size() < max_batches) || m_is_stopped;
        });
        if (m_is_stopped) {
            return false;
        }
        m_bytes += bytes;
        m_items.push_back(std::move(item));
    }
    m_has_items.notify_one();
    return true;
}

bool ReadAhead::take(std::size_t input, feature::FeatureBatch& batch)
{
    for (;;) {
        auto item = wait_for_item(batch);
        batch = std::move(item.batch);
        if (item.input == input) { // else of an answer that was not read to its end
            return !item.is_end;
        }
    }
}

ReadAhead::Item ReadAhead::wait_for_item(feature::FeatureBatch& used)
{
    Timed const timed{m_given.trace, Stage::DbWait};
    std::unique_lock lock{m_mutex};
    m_used.push_back(std::move(used));
    m_has_items.wait(lock, [this] { return !m_items.empty() || m_error; });
    if (m_items.empty()) {
        if (m_given.deadline.is_cancelled()) { // to the thread, that is like a client's end
            m_given.deadline.check();
        }
        std::rethrow_exception(m_error);
    }
    auto item = std::move(m_items.front());
    m_items.pop_front();
    m_bytes -= item.batch.bytes();
    lock.unlock();
    m_has_room.notify_one();
    return item;
}

} // namespace ms::source
