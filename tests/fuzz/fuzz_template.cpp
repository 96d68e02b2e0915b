// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "ows/template/nodes.hpp"

#include <cstdlib>
#include <span>
#include <string>

namespace {

using ms::ows::tmpl::Node;

/// The text of a tree: unknown tags must stay as they are written.
void write(std::span<Node const> nodes, std::string& out)
{
    for (auto const& node : nodes) {
        out += node.kind == Node::Kind::Text ? node.text : node.tag.text;
        if (node.kind == Node::Kind::Block) {
            write(node.children, out);
            write(node.otherwise, out);
        }
    }
}

} // namespace

// No text may be lost or added: except for the closing tags, a tree contains the characters of its
// text.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    std::string_view const text{reinterpret_cast<char const*>(data), size};
    try {
        std::string again;
        write(ms::ows::tmpl::parse(text), again);
        if (again.size() > text.size()) {
            std::abort();
        }
        bool const has_blocks = text.find("[/") != std::string_view::npos;
        if (!has_blocks && again != text) {
            std::abort();
        }
    } catch (ms::Error const&) {
        return 0;
    }
    return 0;
}
