// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The name=value pairs of a request.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ms::http {

/// Pairs in the order they were sent, decoded; names may repeat and compare without case.
class Parameters {
public:
    using Entry = std::pair<std::string, std::string>;

    Parameters() = default;
    Parameters(std::initializer_list<Entry> entries) : m_entries(entries) {}

    void append(std::string name, std::string value)
    {
        m_entries.emplace_back(std::move(name), std::move(value));
    }
    /// Replaces the value of the first pair of this name, or appends one.
    void set(std::string_view name, std::string value);
    [[nodiscard]] std::vector<Entry> const& entries() const& noexcept { return m_entries; }
    /// A loop over the entries of a temporary would outlive them.
    void entries() const&& = delete;
    [[nodiscard]] bool empty() const noexcept { return m_entries.empty(); }

    /// The value of the first pair of this name, or nullptr.
    [[nodiscard]] std::string const* first(std::string_view name) const noexcept;
    /// The value of the last pair of this name, which is the one that WMS and the modes of
    /// MapServer heed; or nullptr.
    [[nodiscard]] std::string const* last(std::string_view name) const noexcept;
    /// last(), or "" if it is missing. The view lives as long as the parameters.
    [[nodiscard]] std::string_view value(std::string_view name) const noexcept;
    /// first(), or "" if it is missing. The view lives as long as the parameters.
    [[nodiscard]] std::string_view first_value(std::string_view name) const noexcept;

    friend bool operator==(Parameters const&, Parameters const&) = default;

private:
    std::vector<Entry> m_entries;
};

} // namespace ms::http
