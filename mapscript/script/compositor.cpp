// SPDX-License-Identifier: MIT
#include "script/compositor.hpp"

#include "image/composite.hpp"
#include "script/constants.hpp"
#include "script/convert.hpp"
#include "script/error.hpp"

namespace ms::script {

namespace {

constexpr std::size_t longest_chain = 1000;

[[noreturn]] void refuse(std::string const& message)
{
    throw Failure{MS_MISCERR, "LayerCompositer", message};
}

/// The operators of image::composite() have MapServer's numbers; scripts know no later ones.
constexpr auto last_operator = image::Operator::InvertRgb;

/// The links of a list's items, each with the next one.
template <typename Item, typename LinkOf>
auto chained(std::vector<Item> const& items, LinkOf link_of)
{
    decltype(link_of(items.front())) chain;
    for (auto item = items.rbegin(); item != items.rend(); ++item) {
        auto first = link_of(*item);
        first->next = std::move(chain);
        chain = std::move(first);
    }
    return chain;
}

std::shared_ptr<CompositingFilter> filter_of(std::string const& text)
{
    auto link = std::make_shared<CompositingFilter>();
    link->filter = text;
    return link;
}

std::shared_ptr<LayerCompositer> compositer_of(mapfile::Compositor const& block)
{
    auto link = std::make_shared<LayerCompositer>();
    auto const op = image::find_operator(block.comp_op).value_or(image::Operator::SrcOver);
    link->comp_op = op > last_operator ? MS_COMPOP_SRC_OVER : static_cast<int>(op);
    link->opacity = block.opacity;
    link->filter = chained(block.filters, filter_of);
    return link;
}

mapfile::Compositor compositor_of(LayerCompositer const& link)
{
    if (link.comp_op < 0 || link.comp_op > static_cast<int>(last_operator)) {
        refuse("No such operator: " + std::to_string(link.comp_op));
    }
    mapfile::Compositor compositor;
    compositor.opacity = link.opacity;
    if (link.comp_op != MS_COMPOP_SRC_OVER) {
        compositor.comp_op = image::name_of(static_cast<image::Operator>(link.comp_op));
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
    return chained(compositors, compositer_of);
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
