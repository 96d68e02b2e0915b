// SPDX-License-Identifier: MIT
#include "script/compositor.hpp"

#include "base/string.hpp"
#include "script/constants.hpp"
#include "script/convert.hpp"
#include "script/error.hpp"

#include <array>

namespace ms::script {

namespace {

/// By their numbers.
constexpr std::array<std::string_view, 28> operators{
    "clear",      "src",        "dst",        "src-over",  "dst-over", "src-in",      "dst-in",
    "src-out",    "dst-out",    "src-atop",   "dst-atop",  "xor",      "plus",        "minus",
    "multiply",   "screen",     "overlay",    "darken",    "lighten",  "color-dodge", "color-burn",
    "hard-light", "soft-light", "difference", "exclusion", "contrast", "invert",      "invert-rgb"};

constexpr std::size_t longest_chain = 1000;

[[noreturn]] void refuse(std::string const& message)
{
    throw Failure{MS_MISCERR, "LayerCompositer", message};
}

int number_of(std::string_view name)
{
    for (std::size_t i = 0; i < operators.size(); ++i) {
        if (equals_ignoring_case(operators[i], name)) {
            return static_cast<int>(i);
        }
    }
    return MS_COMPOP_SRC_OVER;
}

std::shared_ptr<CompositingFilter> filters_of(std::vector<std::string> const& texts)
{
    std::shared_ptr<CompositingFilter> chain;
    for (auto text = texts.rbegin(); text != texts.rend(); ++text) {
        auto first = std::make_shared<CompositingFilter>();
        first->filter = *text;
        first->next = std::move(chain);
        chain = std::move(first);
    }
    return chain;
}

mapfile::Compositor compositor_of(LayerCompositer const& link)
{
    if (link.comp_op < 0 || static_cast<std::size_t>(link.comp_op) >= operators.size()) {
        refuse("No such operator: " + std::to_string(link.comp_op));
    }
    mapfile::Compositor compositor;
    compositor.opacity = link.opacity;
    if (link.comp_op != MS_COMPOP_SRC_OVER) {
        compositor.comp_op = operators[static_cast<std::size_t>(link.comp_op)];
    }
    for (auto const* filter = link.filter.get(); filter != nullptr; filter = filter->next.get()) {
        if (compositor.filters.size() == longest_chain) {
            refuse("The chain of filters has no end");
        }
        compositor.filters.push_back(filter->filter.str());
    }
    return compositor;
}

} // namespace

LayerCompositer::LayerCompositer() : comp_op(MS_COMPOP_SRC_OVER) {}

std::shared_ptr<LayerCompositer> chain_of(std::vector<mapfile::Compositor> const& compositors)
{
    std::shared_ptr<LayerCompositer> chain;
    for (auto block = compositors.rbegin(); block != compositors.rend(); ++block) {
        auto first = std::make_shared<LayerCompositer>();
        first->comp_op = number_of(block->comp_op.empty() ? "src-over" : block->comp_op);
        first->opacity = block->opacity;
        first->filter = filters_of(block->filters);
        first->next = std::move(chain);
        chain = std::move(first);
    }
    return chain;
}

std::vector<mapfile::Compositor> compositors_of(LayerCompositer const* chain)
{
    std::vector<mapfile::Compositor> compositors;
    for (; chain != nullptr; chain = chain->next.get()) {
        if (compositors.size() == longest_chain) {
            refuse("The chain of compositers has no end");
        }
        compositors.push_back(compositor_of(*chain));
    }
    return compositors;
}

void to_script(std::shared_ptr<LayerCompositer>& script,
               std::vector<mapfile::Compositor> const& model)
{
    script = chain_of(model);
}

bool to_model(std::shared_ptr<LayerCompositer> const& script,
              std::vector<mapfile::Compositor>& model)
{
    return assign(model, compositors_of(script.get()));
}

} // namespace ms::script
