// SPDX-License-Identifier: MIT
#include "base/file_stamp.hpp"

#include <sys/stat.h>

namespace ms {

namespace {

FileStamp stamp_of(struct stat const& facts) noexcept
{
    constexpr std::int64_t second = 1'000'000'000;
    return {facts.st_dev,          facts.st_ino,
            facts.st_size,         facts.st_mtim.tv_sec,
            facts.st_mtim.tv_nsec, facts.st_ctim.tv_sec * second + facts.st_ctim.tv_nsec};
}

} // namespace

FileStamp FileStamp::of(std::filesystem::path const& path) noexcept
{
    struct stat facts {};
    return stat(path.c_str(), &facts) == 0 ? stamp_of(facts) : FileStamp{};
}

FileStamp FileStamp::of(int descriptor) noexcept
{
    struct stat facts {};
    return fstat(descriptor, &facts) == 0 ? stamp_of(facts) : FileStamp{};
}

bool is_settled(FileStamp const& stamp, std::chrono::system_clock::time_point now) noexcept
{
    constexpr std::chrono::seconds settle_time{1};
    std::chrono::nanoseconds const latest = (now - settle_time).time_since_epoch();
    return stamp.status_nanoseconds < latest.count();
}

std::string FileStamp::to_text() const
{
    auto text = std::to_string(device);
    for (auto const number :
         {static_cast<std::int64_t>(inode), size, seconds, nanoseconds, status_nanoseconds}) {
        text.append(" ").append(std::to_string(number));
    }
    return text;
}

} // namespace ms
