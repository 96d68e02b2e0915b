// SPDX-License-Identifier: MIT
#include "source/raster/block_cache.hpp"

#include <string>
#include <utility>

namespace ms::source::raster {

namespace {

std::string text_of(BlockKey const& key)
{
    std::string text;
    auto const add = [&](auto number) {
        text.append(reinterpret_cast<char const*>(&number), sizeof(number));
    };
    add(key.row); // what differs most, first: keys are compared
    add(key.column);
    add(key.level);
    add(key.opening);
    add(key.file.inode);
    add(key.file.device);
    add(key.file.size);
    add(key.file.seconds);
    add(key.file.nanoseconds);
    add(key.file.status_nanoseconds);
    return text;
}

} // namespace

std::shared_ptr<DecodedBlock const> BlockCache::find(BlockKey const& key)
{
    auto const text = text_of(key);
    std::scoped_lock const lock{m_mutex};
    auto const* const found = m_blocks.find(text);
    ++(found == nullptr ? m_misses : m_hits);
    return found == nullptr ? nullptr : *found;
}

void BlockCache::keep(BlockKey const& key, std::shared_ptr<DecodedBlock const> block)
{
    auto const text = text_of(key);
    auto const bytes = sizeof(DecodedBlock) + block->samples().size();
    std::scoped_lock const lock{m_mutex};
    m_blocks.put(text, std::move(block), bytes);
}

void BlockCache::drop(std::span<BlockKey const> keys)
{
    std::scoped_lock const lock{m_mutex};
    for (auto const& key : keys) {
        m_blocks.erase(text_of(key));
    }
}

BlockCache::Usage BlockCache::usage()
{
    std::scoped_lock const lock{m_mutex};
    return {m_blocks.size(), m_blocks.bytes(), m_hits, m_misses};
}

} // namespace ms::source::raster
