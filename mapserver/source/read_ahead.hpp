// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads rows on a second thread while the request's own draws those before them.

#include "base/budget.hpp"
#include "base/trace.hpp"
#include "feature/batch.hpp"
#include "source/feature_source.hpp"
#include "source/services.hpp"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace ms::source {

/// Reads the answers to the queries of one map, in the order in which they are added. The cursors
/// that it returns give the same batches as those that it is given. It begins without a thread of
/// its own, which maps of few rows never need. Belongs to one thread, like its cursors.
class ReadAhead {
public:
    /// Bytes of the batches that are read before it may have a thread: some 20,000 roads.
    static constexpr std::size_t bytes_before = std::size_t{2} << 20U;
    /// Of those that wait to be drawn, except for the last one.
    static constexpr std::size_t max_bytes = std::size_t{4} << 20U;
    /// Their number: also of small ones, which keep the memory of large ones.
    static constexpr std::size_t max_batches = 16;

    /// \param services, budget must outlive the object; the budget is charged with max_bytes while
    /// there is a thread
    /// \param has_idle_processor called now and then, until there is a thread
    ReadAhead(Services const& services, Budget& budget, std::function<bool()> has_idle_processor);
    /// Stops the thread, also in the middle of an answer.
    ~ReadAhead();
    ReadAhead(ReadAhead const&) = delete;
    ReadAhead& operator=(ReadAhead const&) = delete;

    /// Open all sources of cursors to be added with these, and nothing else.
    [[nodiscard]] Services const& services() const noexcept { return m_services; }
    /// Before any of them is read. \param source may be null \param cursor one that reads_apart()
    [[nodiscard]] std::unique_ptr<FeatureCursor> add(std::unique_ptr<FeatureSource> source,
                                                     std::unique_ptr<FeatureCursor> cursor);
    /// Whether there is a thread.
    [[nodiscard]] bool has_begun() const noexcept { return m_thread.joinable(); }

private:
    class Answer;
    struct Input {
        std::unique_ptr<FeatureSource> source;
        std::unique_ptr<FeatureCursor> cursor; ///< after the source: it must go first
    };
    /// A batch, or the end of an answer.
    struct Item {
        std::size_t input = 0;
        bool is_end = false;
        feature::FeatureBatch batch;
    };

    [[nodiscard]] bool next(std::size_t input, feature::FeatureBatch& batch);
    void finish(std::size_t input) noexcept;
    [[nodiscard]] bool may_begin();
    void begin(std::size_t input);
    void work(std::size_t first) noexcept;
    void read(std::size_t input);
    /// \return false: nobody wants it
    bool put(Item item);
    [[nodiscard]] bool take(std::size_t input, feature::FeatureBatch& batch);
    [[nodiscard]] Item wait_for_item(feature::FeatureBatch& used);

    Services const& m_given;
    Budget& m_budget;
    std::function<bool()> m_has_idle_processor;
    std::atomic<bool> m_is_stopped{false};
    Deadline m_deadline; ///< of the request, and stops the thread
    Services m_services;
    Trace m_trace; ///< of the thread
    std::vector<Input> m_inputs;
    std::size_t m_read_bytes = 0; ///< without a thread
    std::size_t m_bytes_at_next_question = bytes_before;

    std::mutex m_mutex; ///< guards the following
    std::condition_variable m_has_items;
    std::condition_variable m_has_room;
    std::deque<Item> m_items;
    std::size_t m_bytes = 0;                   ///< of the batches in m_items
    std::exception_ptr m_error;                ///< why there are no more
    std::vector<feature::FeatureBatch> m_used; ///< whose memory is used again

    std::thread m_thread; ///< last: it uses the others
};

} // namespace ms::source
