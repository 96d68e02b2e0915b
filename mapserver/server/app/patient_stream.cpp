// SPDX-License-Identifier: MIT
#include "server/app/patient_stream.hpp"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

namespace ms::server {

namespace {

class PatientStream final : public http::BodyStream {
public:
    PatientStream(std::shared_ptr<http::BodyStream> to, Deadline& deadline,
                  Deadline::Clock::duration patience)
        : m_to(std::move(to)), m_deadline(deadline), m_patience(patience)
    {}

    /// \throws Interrupted while it waits, when others need what the request holds
    void write(std::string_view bytes) override
    {
        constexpr std::chrono::milliseconds slice{250};
        Pausing const pausing{m_deadline};
        auto begin = Deadline::Clock::now();
        while (!m_to->has_room_within(slice)) {
            begin = excuse(begin);
            m_deadline.check();
        }
        m_to->write(bytes);
        excuse(begin);
    }
    void finish() override { m_to->finish(); }
    void abort() noexcept override { m_to->abort(); }

private:
    struct Pausing {
        Deadline& deadline;
        explicit Pausing(Deadline& of) : deadline(of) { deadline.begin_pause(); }
        ~Pausing() { deadline.end_pause(); }
        Pausing(Pausing const&) = delete;
        Pausing& operator=(Pausing const&) = delete;
    };

    /// \return now
    Deadline::Clock::time_point excuse(Deadline::Clock::time_point begin) noexcept
    {
        auto const now = Deadline::Clock::now();
        auto const taken = std::min(now - begin, m_patience);
        m_patience -= taken;
        m_deadline.extend(taken);
        return now;
    }

    std::shared_ptr<http::BodyStream> m_to;
    Deadline& m_deadline;
    Deadline::Clock::duration m_patience;
};

} // namespace

std::shared_ptr<http::BodyStream> patient_stream(std::shared_ptr<http::BodyStream> to,
                                                 Deadline& deadline,
                                                 Deadline::Clock::duration patience)
{
    return std::make_shared<PatientStream>(std::move(to), deadline, patience);
}

} // namespace ms::server
