// SPDX-License-Identifier: MIT
#include "store/bundle.hpp"

#include "base/error.hpp"
#include "store/bounded_folder.hpp"
#include "store/new_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>

namespace ms::store {

namespace {

constexpr std::size_t head_bytes = 64;
constexpr std::size_t entry_bytes = 8;
constexpr std::size_t index_bytes = Bundle::slots * entry_bytes;
constexpr unsigned offset_bits = 40;  ///< of an entry; above them the size
constexpr std::size_t size_bytes = 4; ///< before each tile

/// Places in the head.
constexpr std::size_t at_largest = 8;
constexpr std::size_t at_waste = 16;
constexpr std::size_t at_file_size = 24;

[[noreturn]] void refuse()
{
    throw Error{ErrorKind::Source, "a file of tiles is not whole, or not a bundle"};
}

/// Low byte first, on every machine.
void put_number(std::span<std::uint8_t> bytes, std::uint64_t number)
{
    for (auto& byte : bytes) {
        byte = static_cast<std::uint8_t>(number);
        number >>= 8U;
    }
}

std::uint64_t number_in(std::span<std::uint8_t const> bytes)
{
    std::uint64_t number = 0;
    for (auto byte = bytes.rbegin(); byte != bytes.rend(); ++byte) {
        number = number << 8U | *byte;
    }
    return number;
}

void read_at(int file, std::uint64_t offset, std::span<std::uint8_t> bytes)
{
    while (!bytes.empty()) {
        auto const count = ::pread(file, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (count == 0) {
            refuse();
        }
        if (count < 0 && errno != EINTR) {
            fail_by("a tile cannot be read", errno);
        }
        auto const read = count < 0 ? 0 : static_cast<std::size_t>(count);
        bytes = bytes.subspan(read);
        offset += read;
    }
}

void write_at(int file, std::uint64_t offset, std::span<std::uint8_t const> bytes)
{
    while (!bytes.empty()) {
        auto const count = ::pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (count < 0 && errno != EINTR) {
            fail_by("a tile cannot be written", errno);
        }
        auto const written = count < 0 ? 0 : static_cast<std::size_t>(count);
        bytes = bytes.subspan(written);
        offset += written;
    }
}

std::uint64_t number_at(int file, std::uint64_t offset, std::size_t size)
{
    std::array<std::uint8_t, 8> bytes{};
    auto const used = std::span{bytes}.first(size);
    read_at(file, offset, used);
    return number_in(used);
}

void put_number_at(int file, std::uint64_t offset, std::size_t size, std::uint64_t number)
{
    std::array<std::uint8_t, 8> bytes{};
    auto const used = std::span{bytes}.first(size);
    put_number(used, number);
    write_at(file, offset, used);
}

/// Head and index of an empty bundle. The last numbers of the head are those of older programs.
std::vector<std::uint8_t> empty_bundle()
{
    std::vector<std::uint8_t> bytes(head_bytes + index_bytes);
    auto const put = [&bytes](std::size_t offset, std::size_t size, std::uint64_t number) {
        put_number(std::span{bytes}.subspan(offset, size), number);
    };
    put(0, 4, 3); // version
    put(4, 4, Bundle::slots);
    put(12, 4, 5); // bytes of an offset
    put(at_file_size, 8, head_bytes + index_bytes);
    put(32, 8, 40); // of the head of this user
    put(40, 4, 20 + index_bytes);
    put(44, 4, 3);
    put(48, 4, 16);
    put(52, 4, Bundle::slots);
    put(56, 4, 5);
    put(60, 4, index_bytes);
    return bytes;
}

struct stat status_of(int file)
{
    struct stat facts {};
    if (::fstat(file, &facts) != 0) {
        fail_by("a file of tiles does not answer", errno);
    }
    return facts;
}

} // namespace

/// One writer at a time, of all processes; in this one the owner of the bundle sees to it. Readers
/// do not wait for it.
class Bundle::Lock {
public:
    explicit Lock(Bundle const& bundle) : m_file(bundle.m_file.number())
    {
        while (::flock(m_file, LOCK_EX) != 0) {
            if (errno != EINTR) {
                fail_by("a file of tiles cannot be locked", errno);
            }
        }
    }
    ~Lock() { ::flock(m_file, LOCK_UN); }
    Lock(Lock const&) = delete;
    Lock& operator=(Lock const&) = delete;

private:
    int m_file;
};

std::shared_ptr<Bundle> Bundle::open(std::filesystem::path path, Use use)
{
    Descriptor file{::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW)};
    if (!file.is_open() && errno == ENOENT && use == Use::Made) {
        make(path);
        return open(std::move(path), Use::Existing);
    }
    if (!file.is_open()) {
        if (errno == ENOENT) {
            return nullptr; // or its folder is not there
        }
        fail_by("a file of tiles cannot be opened", errno);
    }
    return std::shared_ptr<Bundle>{new Bundle{std::move(path), std::move(file)}};
}

/// Whole, unless another process has made it.
void Bundle::make(std::filesystem::path const& path)
{
    NewFile file{path};
    if (file.is_open()) { // else its folder is gone
        file.write(empty_bundle());
        file.finish_unless_there(path);
    }
}

bool Bundle::is_gone() const
{
    return status_of(m_file.number()).st_nlink == 0;
}

bool Bundle::is_whole() const
{
    auto const file = m_file.number();
    return bytes() >= head_bytes + index_bytes && number_at(file, 0, 4) == 3 &&
           number_at(file, 4, 4) == slots;
}

std::int64_t Bundle::used() const
{
    return status_of(m_file.number()).st_mtime;
}

void Bundle::note_use()
{
    ::futimens(m_file.number(), nullptr);
}

std::size_t Bundle::bytes() const
{
    return static_cast<std::size_t>(status_of(m_file.number()).st_size);
}

std::size_t Bundle::count()
{
    std::scoped_lock const lock{m_mutex};
    refresh();
    std::size_t count = 0;
    for (std::size_t slot = 0; slot < slots; ++slot) {
        count += entry_in(m_index, slot).size > 0 ? 1U : 0U;
    }
    return count;
}

Bundle::Stamp Bundle::stamp() const
{
    constexpr std::int64_t nanoseconds = 1'000'000'000;
    auto const facts = status_of(m_file.number());
    return {static_cast<std::uint64_t>(facts.st_size),
            facts.st_mtim.tv_sec * nanoseconds + facts.st_mtim.tv_nsec};
}

/// The index, if the file has changed since it was read.
void Bundle::refresh()
{
    auto const now = stamp();
    if (m_stamp == now) {
        return;
    }
    if (!is_whole()) {
        refuse();
    }
    m_stamp.reset();
    m_index.resize(index_bytes);
    read_at(m_file.number(), head_bytes, m_index);
    m_stamp = now;
}

Bundle::Entry Bundle::entry_in(std::span<std::uint8_t const> index, std::size_t slot)
{
    auto const number = number_in(index.subspan(slot * entry_bytes, entry_bytes));
    return {number & ((std::uint64_t{1} << offset_bits) - 1),
            static_cast<std::size_t>(number >> offset_bits)};
}

void Bundle::set_entry(std::size_t slot, Entry const& entry)
{
    auto const place = std::span{m_index}.subspan(slot * entry_bytes, entry_bytes);
    put_number(place, entry.offset | std::uint64_t{entry.size} << offset_bits);
    write_at(m_file.number(), head_bytes + slot * entry_bytes, place);
}

std::vector<std::uint8_t> Bundle::read(Entry const& entry) const
{
    std::vector<std::uint8_t> bytes(entry.size);
    read_at(m_file.number(), entry.offset, bytes);
    return bytes;
}

std::vector<std::uint8_t> Bundle::read(std::size_t slot)
{
    std::unique_lock lock{m_mutex};
    refresh();
    auto const found = entry_in(m_index, slot);
    lock.unlock();
    if (found.size == 0) {
        return {};
    }
    auto const end = bytes(); // the index may be newer than its stamp
    if (found.offset < head_bytes + index_bytes || found.offset > end ||
        found.size > end - found.offset) {
        refuse();
    }
    return read(found);
}

bool Bundle::write(std::size_t slot, std::span<std::uint8_t const> bytes)
{
    Lock const lock{*this};
    std::scoped_lock const index_lock{m_mutex};
    if (is_gone()) {
        return false;
    }
    refresh();
    auto const file = m_file.number();
    auto const end = m_stamp->size;
    if (bytes.empty() || bytes.size() > largest ||
        end + size_bytes + bytes.size() >= std::uint64_t{1} << offset_bits) {
        throw Error{ErrorKind::Limit, "a tile is too large to be stored"};
    }
    auto const before = entry_in(m_index, slot);
    put_number_at(file, end, size_bytes, bytes.size());
    write_at(file, end + size_bytes, bytes);
    set_entry(slot, {end + size_bytes, bytes.size()});
    auto const waste = before.size > 0 ? size_bytes + before.size : 0;
    put_number_at(file, at_largest, 4, std::max(number_at(file, at_largest, 4), bytes.size()));
    put_number_at(file, at_waste, 8, number_at(file, at_waste, 8) + waste);
    put_number_at(file, at_file_size, 8, end + size_bytes + bytes.size());
    m_stamp = stamp();
    return true;
}

void Bundle::remove(std::size_t slot)
{
    Lock const lock{*this};
    std::scoped_lock const index_lock{m_mutex};
    refresh();
    auto const before = entry_in(m_index, slot);
    if (before.size > 0) {
        set_entry(slot, {});
        auto const file = m_file.number();
        put_number_at(file, at_waste, 8, number_at(file, at_waste, 8) + size_bytes + before.size);
        m_stamp = stamp();
    }
}

bool Bundle::is_wasteful()
{
    constexpr std::size_t least = std::size_t{1} << 20U;
    auto const size = bytes();
    return size > least && number_at(m_file.number(), at_waste, 8) > size / 2;
}

void Bundle::compact()
{
    Lock const lock{*this};
    if (is_gone()) {
        return; // another process has
    }
    auto const part = m_path.native() + "." + std::to_string(::getpid()) + ".part";
    ::unlink(part.c_str()); // of a process that was killed
    try {
        auto const other = open(part, Use::Made);
        if (other == nullptr) {
            fail_by("a file of tiles cannot be made", ENOENT);
        }
        copy_tiles(*other);
        if (::rename(part.c_str(), m_path.c_str()) != 0) {
            fail_by("a file of tiles cannot be replaced", errno);
        }
    } catch (...) {
        ::unlink(part.c_str());
        throw;
    }
}

/// Others read meanwhile, and nobody writes.
void Bundle::copy_tiles(Bundle& other)
{
    std::unique_lock index_lock{m_mutex};
    refresh();
    auto const index = m_index;
    auto const end = m_stamp->size;
    index_lock.unlock();
    auto room = end; // tiles do not overlap
    for (std::size_t slot = 0; slot < slots; ++slot) {
        auto const found = entry_in(index, slot);
        bool const is_damaged = found.size > room || found.offset < head_bytes + index_bytes ||
                                found.offset > end || found.size > end - found.offset;
        if (found.size > 0 && !is_damaged) {
            room -= found.size;
            (void)other.write(slot, read(found));
        }
    }
}

} // namespace ms::store
