// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Owns a file descriptor.

#include <utility>

#include <unistd.h>

namespace ms {

class Descriptor {
public:
    Descriptor() = default;
    /// \param number from open() and the like; negative: none
    explicit Descriptor(int number) noexcept : m_number(number) {}
    ~Descriptor()
    {
        if (m_number >= 0) {
            ::close(m_number);
        }
    }
    Descriptor(Descriptor&& other) noexcept : m_number(std::exchange(other.m_number, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept
    {
        std::swap(m_number, other.m_number);
        return *this;
    }

    [[nodiscard]] int number() const noexcept { return m_number; }
    [[nodiscard]] bool is_open() const noexcept { return m_number >= 0; }

private:
    int m_number = -1;
};

} // namespace ms
