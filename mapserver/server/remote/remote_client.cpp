// SPDX-License-Identifier: MIT
#include "server/remote/remote_client.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "server/remote/transfer_loop.hpp"

#include <algorithm>
#include <utility>

namespace ms::server {

namespace {

using source::remote::Answer;
using source::remote::Request;

class PendingTransfer final : public source::remote::Pending {
public:
    PendingTransfer(std::shared_ptr<TransferLoop> loop,
                    std::pair<std::shared_ptr<Answer const>, SharedTransfer> joined)
        : m_loop(std::move(loop)), m_answer(std::move(joined.first)),
          m_transfer(std::move(joined.second))
    {}
    ~PendingTransfer() override
    {
        if (m_transfer) {
            m_loop->leave(m_transfer);
        }
    }

    std::shared_ptr<Answer const> get(Deadline const& deadline) override
    {
        return m_answer ? m_answer : m_loop->wait(*m_transfer, deadline);
    }

private:
    std::shared_ptr<TransferLoop> m_loop;
    std::shared_ptr<Answer const> m_answer;
    SharedTransfer m_transfer;
};

} // namespace

RemoteClient::RemoteClient(std::string_view hosts, Limits limits)
    : m_hosts(hosts), m_answer_bytes(limits.answer_bytes),
      m_loop(
          std::make_shared<TransferLoop>(m_hosts, limits.connections_of_host, limits.cache_bytes))
{}

RemoteClient::~RemoteClient() = default;

bool RemoteClient::allows(std::string const& url) const
{
    return m_hosts.is_allowed(url);
}

std::unique_ptr<source::remote::Pending> RemoteClient::start(Request request)
{
    if (!allows(request.url)) {
        throw Error{ErrorKind::BadMapfile, "this server does not fetch from there"};
    }
    request.max_bytes = std::min(request.max_bytes, m_answer_bytes);
    return std::make_unique<PendingTransfer>(m_loop, m_loop->join(std::move(request)));
}

std::size_t RemoteClient::cached_bytes() const
{
    return m_loop->cached_bytes();
}

std::unique_ptr<RemoteClient> make_remote_client(std::string_view hosts,
                                                 RemoteClient::Limits limits)
{
    return trim(hosts).empty() ? nullptr : std::make_unique<RemoteClient>(hosts, limits);
}

} // namespace ms::server
