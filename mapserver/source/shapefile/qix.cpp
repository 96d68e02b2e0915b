// SPDX-License-Identifier: MIT
#include "source/shapefile/qix.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace ms::source::shapefile {

namespace {

constexpr std::size_t counts_size = 8; // number of shapes, depth
constexpr std::size_t mark_size = 8;
constexpr std::size_t node_head_size = 40; // bytes below, box, number of shapes
constexpr std::size_t read_ahead = std::size_t{32} << 10U;

/// One walk over the nodes in file order. A node's children follow it, so no stack is needed: a
/// node outside the box is skipped together with its descendants.
class Search {
public:
    Search(File const& file, QixHeader const& header, geometry::Box const& box)
        : m_window(file), m_size(file.size()), m_header(header), m_box(box), m_at(header.root)
    {}

    /// False: malformed.
    bool run()
    {
        // Every iteration advances by at least a node, so this ends.
        while (m_at < m_size) {
            if (!visit_node()) {
                return false;
            }
        }
        return true;
    }

    std::vector<std::uint32_t> take() { return std::move(m_found); }

private:
    std::optional<Bytes> next(std::uint64_t length)
    {
        if (length > m_size - m_at) {
            return std::nullopt;
        }
        auto const bytes = m_window.bytes(m_at, length, read_ahead);
        m_at += length;
        return bytes;
    }

    bool visit_node()
    {
        auto const head = next(node_head_size);
        if (!head) {
            return false;
        }
        auto const order = m_header.order;
        auto const bytes_below = load_u32(*head, 0, order);
        geometry::Box const box{load_double(*head, 4, order), load_double(*head, 12, order),
                                load_double(*head, 20, order), load_double(*head, 28, order)};
        auto const id_count = load_u32(*head, 36, order);
        if (id_count > m_header.shape_count) {
            return false;
        }
        auto const ids = next(std::uint64_t{4} * id_count + 4); // with the number of children
        if (!ids) {
            return false;
        }
        if (box.intersects(m_box)) {
            return append_ids(*ids, id_count);
        }
        if (bytes_below > m_size - m_at) {
            return false;
        }
        m_at += bytes_below;
        return true;
    }

    bool append_ids(Bytes ids, std::uint32_t count)
    {
        for (std::uint32_t i = 0; i < count; ++i) {
            auto const id = load_u32(ids, std::size_t{4} * i, m_header.order);
            if (id >= m_header.shape_count) {
                return false;
            }
            m_found.push_back(id);
        }
        // A shape is in one node only; more ids than shapes is a file made to fill our memory.
        return m_found.size() <= m_header.shape_count;
    }

    Window m_window;
    std::uint64_t m_size;
    QixHeader m_header;
    geometry::Box m_box;
    std::uint64_t m_at;
    std::vector<std::uint32_t> m_found;
};

} // namespace

std::optional<QixHeader> read_qix_header(File const& file, std::uint32_t shape_count)
{
    std::array<std::byte, mark_size + counts_size> head{};
    if (!file.read_at(0, head)) {
        return std::nullopt;
    }
    std::string_view const mark{reinterpret_cast<char const*>(head.data()), 4};
    QixHeader header;
    header.shape_count = shape_count;
    if (mark.starts_with("SQT")) {
        header.order = mark[3] == '\2' ? ByteOrder::Big : ByteOrder::Little;
        header.root = mark_size + counts_size;
        auto const count = load_u32(head, mark_size, header.order);
        return count == shape_count ? std::optional{header} : std::nullopt;
    }
    header.root = counts_size;
    for (auto const order : {ByteOrder::Little, ByteOrder::Big}) {
        if (load_u32(head, 0, order) == shape_count) {
            header.order = order;
            return header;
        }
    }
    return std::nullopt;
}

std::optional<std::vector<std::uint32_t>> search_qix(File const& file, QixHeader const& header,
                                                     geometry::Box const& box)
{
    Search search{file, header, box};
    if (!search.run()) {
        return std::nullopt;
    }
    auto found = search.take();
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

} // namespace ms::source::shapefile
