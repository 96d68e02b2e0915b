// SPDX-License-Identifier: MIT
#include "source/shapefile/qix_writer.hpp"

#include "source/shapefile/byte_writer.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace ms::source::shapefile {

namespace {

using geometry::Box;

/// Neighbours overlap, so that a shape across their border need not stay with their parent.
constexpr double share_of_half = 0.55;

struct Halves {
    Box low;
    Box high;
};

Halves halves_of(Box const& box) noexcept
{
    Halves halves{box, box};
    if (box.width() > box.height()) {
        halves.low.max_x = box.min_x + box.width() * share_of_half;
        halves.high.min_x = box.max_x - box.width() * share_of_half;
    } else {
        halves.low.max_y = box.min_y + box.height() * share_of_half;
        halves.high.min_y = box.max_y - box.height() * share_of_half;
    }
    return halves;
}

/// Long boxes are cut across twice, square ones into quarters.
std::array<Box, 4> quarters_of(Box const& box) noexcept
{
    auto const [low, high] = halves_of(box);
    auto const [a, b] = halves_of(low);
    auto const [c, d] = halves_of(high);
    return {a, b, c, d};
}

struct Node {
    Box box;
    std::vector<std::uint32_t> ids;
    std::vector<std::size_t> children; ///< indexes into the tree
};

class Tree {
public:
    explicit Tree(Box const& box) { m_nodes.push_back({.box = box}); }

    /// Puts a shape into the smallest node above `depth` that holds all of it.
    void insert(std::uint32_t id, Box const& box, unsigned depth)
    {
        std::size_t at = 0;
        for (unsigned level = 1; level < depth; ++level) {
            auto const child = child_for(at, box);
            if (!child) {
                break;
            }
            at = *child;
        }
        m_nodes[at].ids.push_back(id);
    }

    void write(QixFormat format, std::vector<std::byte>& out) const
    {
        write_node(skip_empty(0), format.order, out);
    }

private:
    std::optional<std::size_t> child_for(std::size_t node, Box const& box)
    {
        for (auto const child : m_nodes[node].children) {
            if (m_nodes[child].box.contains(box)) {
                return child;
            }
        }
        for (auto const& quarter : quarters_of(m_nodes[node].box)) {
            if (quarter.contains(box)) {
                m_nodes.push_back({.box = quarter});
                m_nodes[node].children.push_back(m_nodes.size() - 1);
                return m_nodes.size() - 1;
            }
        }
        return std::nullopt;
    }

    /// A node with a single child and nothing else is replaced by the child.
    [[nodiscard]] std::size_t skip_empty(std::size_t node) const noexcept
    {
        while (m_nodes[node].ids.empty() && m_nodes[node].children.size() == 1) {
            node = m_nodes[node].children.front();
        }
        return node;
    }

    void write_node(std::size_t index, ByteOrder order, std::vector<std::byte>& out) const;

    std::vector<Node> m_nodes;
};

void Tree::write_node(std::size_t index, ByteOrder order, std::vector<std::byte>& out) const
{
    auto const& node = m_nodes[index];
    auto const size_at = out.size();
    append_u32(0, order, out); // the bytes below, when they are known
    for (auto const edge : {node.box.min_x, node.box.min_y, node.box.max_x, node.box.max_y}) {
        append_double(edge, order, out);
    }
    append_u32(static_cast<std::uint32_t>(node.ids.size()), order, out);
    for (auto const id : node.ids) {
        append_u32(id, order, out);
    }
    append_u32(static_cast<std::uint32_t>(node.children.size()), order, out);
    auto const below = out.size();
    for (auto const child : node.children) {
        write_node(skip_empty(child), order, out);
    }
    store_u32(static_cast<std::uint32_t>(out.size() - below), order, out, size_at);
}

Box box_of_all(std::span<std::optional<Box> const> boxes)
{
    Box all;
    for (auto const& box : boxes) {
        if (box) {
            all.extend({box->min_x, box->min_y});
            all.extend({box->max_x, box->max_y});
        }
    }
    return all.is_empty() ? Box{0, 0, 0, 0} : all;
}

void append_header(std::uint32_t shape_count, unsigned depth, QixFormat format,
                   std::vector<std::byte>& out)
{
    if (format.has_mark) {
        auto const order = format.order == ByteOrder::Little ? std::byte{1} : std::byte{2};
        for (auto const c : std::string_view{"SQT"}) {
            out.push_back(static_cast<std::byte>(c));
        }
        out.insert(out.end(), {order, std::byte{1}, {}, {}, {}});
    }
    append_u32(shape_count, format.order, out);
    append_u32(depth, format.order, out);
}

} // namespace

unsigned default_qix_depth(std::size_t shape_count) noexcept
{
    unsigned depth = 0;
    for (std::size_t nodes = 1; nodes * 4 < shape_count && depth < max_qix_depth; nodes *= 2) {
        ++depth;
    }
    return depth;
}

std::vector<std::byte> encode_qix(std::span<std::optional<Box> const> boxes, unsigned depth,
                                  QixFormat format)
{
    depth = std::min(depth, max_qix_depth);
    Tree tree{box_of_all(boxes)};
    for (std::size_t id = 0; id < boxes.size(); ++id) {
        if (boxes[id]) {
            tree.insert(static_cast<std::uint32_t>(id), *boxes[id], depth);
        }
    }
    std::vector<std::byte> out;
    append_header(static_cast<std::uint32_t>(boxes.size()), depth, format, out);
    tree.write(format, out);
    return out;
}

} // namespace ms::source::shapefile
