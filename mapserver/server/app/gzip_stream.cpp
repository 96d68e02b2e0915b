// SPDX-License-Identifier: MIT
#include "server/app/gzip_stream.hpp"

#include "base/error.hpp"

#include <zlib.h>

#include <array>
#include <utility>

namespace ms::server {

namespace {

/// The fastest: large downloads are limited by the network or by our processor.
constexpr int level = 1;

class GzipStream final : public http::BodyStream {
public:
    explicit GzipStream(std::shared_ptr<http::BodyStream> to) : m_to(std::move(to))
    {
        constexpr int window_with_gzip_header = 15 + 16;
        if (deflateInit2(&m_deflate, level, Z_DEFLATED, window_with_gzip_header, 8,
                         Z_DEFAULT_STRATEGY) != Z_OK) {
            throw std::bad_alloc{};
        }
    }
    ~GzipStream() override { deflateEnd(&m_deflate); }

    void write(std::string_view bytes) override { compress(bytes, Z_NO_FLUSH); }
    void finish() override
    {
        compress({}, Z_FINISH);
        m_to->finish();
    }
    void abort() noexcept override { m_to->abort(); }

private:
    void compress(std::string_view bytes, int flush)
    {
        m_deflate.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data())); // only read
        m_deflate.avail_in = static_cast<uInt>(bytes.size());
        do {
            m_deflate.next_out = reinterpret_cast<Bytef*>(m_buffer.data());
            m_deflate.avail_out = static_cast<uInt>(m_buffer.size());
            deflate(&m_deflate, flush);
            if (auto const count = m_buffer.size() - m_deflate.avail_out; count > 0) {
                m_to->write({m_buffer.data(), count});
            }
        } while (m_deflate.avail_out == 0);
    }

    std::shared_ptr<http::BodyStream> m_to;
    z_stream m_deflate{};
    std::array<char, 64U << 10U> m_buffer{};
};

} // namespace

std::shared_ptr<http::BodyStream> gzip_stream(std::shared_ptr<http::BodyStream> to)
{
    return std::make_shared<GzipStream>(std::move(to));
}

} // namespace ms::server
