// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Collects problems while a map is read.

#include "mapfile/model/map.hpp"
#include "mapfile/problem.hpp"

namespace ms::mapfile {

/// Bounded: a file of rubbish must not fill the memory with complaints about it.
class ProblemList {
public:
    static constexpr std::size_t max_problems = 500;

    /// \param origin names the files of positions; must outlive the list
    explicit ProblemList(Provenance const& origin) : m_origin(origin) {}

    void error(Position const& at, std::string message)
    {
        m_has_errors = true;
        add(Severity::Error, at, std::move(message));
    }
    void warning(Position const& at, std::string message)
    {
        add(Severity::Warning, at, std::move(message));
    }

    [[nodiscard]] bool has_errors() const noexcept { return m_has_errors; }
    [[nodiscard]] bool is_full() const noexcept { return m_problems.size() >= max_problems; }
    [[nodiscard]] std::vector<Problem> const& problems() const noexcept { return m_problems; }

private:
    void add(Severity severity, Position const& at, std::string message);

    Provenance const& m_origin;
    std::vector<Problem> m_problems;
    bool m_has_errors = false;
};

} // namespace ms::mapfile
