// SPDX-License-Identifier: MIT
#include "server/app/gzip_stream.hpp"

#include "image/gzip_stream.hpp"

#include <string>
#include <utility>

namespace ms::server {

namespace {

class GzipStream final : public http::BodyStream {
public:
    explicit GzipStream(std::shared_ptr<http::BodyStream> to) : m_to(std::move(to)) {}

    void write(std::string_view bytes) override
    {
        m_file.write(bytes, m_ready);
        pass_on();
    }
    void finish() override
    {
        m_file.finish(m_ready);
        pass_on();
        m_to->finish();
    }
    void abort() noexcept override { m_to->abort(); }

private:
    void pass_on()
    {
        if (!m_ready.empty()) {
            m_to->write(m_ready);
            m_ready.clear();
        }
    }

    std::shared_ptr<http::BodyStream> m_to;
    image::GzipStream m_file;
    std::string m_ready;
};

} // namespace

std::shared_ptr<http::BodyStream> gzip_stream(std::shared_ptr<http::BodyStream> to)
{
    return std::make_shared<GzipStream>(std::move(to));
}

} // namespace ms::server
