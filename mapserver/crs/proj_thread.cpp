// SPDX-License-Identifier: MIT
#include "crs/proj_thread.hpp"

#include "base/error.hpp"

#include <proj.h>

namespace ms::crs {

ProjThread& ProjThread::current()
{
    thread_local ProjThread instance;
    return instance;
}

ProjThread::ProjThread() : m_context(proj_context_create())
{
    if (!m_context) {
        throw Error{ErrorKind::Internal, "PROJ: no memory for a context"};
    }
    proj_log_level(m_context.get(), PJ_LOG_NONE); // it would write to stderr
    // Grids are read from the disk or not at all: a map must not wait for a download.
    proj_context_set_enable_network(m_context.get(), 0);
    // "+init=epsg:n" of old mapfiles.
    proj_context_use_proj4_init_rules(m_context.get(), 1);
}

PJconsts* ProjThread::pipeline(std::string const& from, std::string const& to)
{
    auto key = from + '\n' + to;
    if (auto* const found = m_pipelines.find(key)) {
        return found->get();
    }
    auto* const context = m_context.get();
    Projection const as_defined{proj_create_crs_to_crs(context, from.c_str(), to.c_str(), nullptr)};
    Projection pipeline{as_defined ? proj_normalize_for_visualization(context, as_defined.get())
                                   : nullptr};
    if (!pipeline) {
        throw Error{ErrorKind::BadMapfile,
                    "no transformation from \"" + from + "\" to \"" + to + "\": " + last_error()};
    }
    return m_pipelines.insert(std::move(key), std::move(pipeline)).get();
}

std::string ProjThread::last_error() const
{
    auto const code = proj_context_errno(m_context.get());
    // PROJ reports "Unknown error (code 4096)" for a code that is not in proj.db.
    if (code == 0 || code == PROJ_ERR_OTHER) {
        return "PROJ does not know it";
    }
    return proj_context_errno_string(m_context.get(), code);
}

} // namespace ms::crs
