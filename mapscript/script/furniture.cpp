// SPDX-License-Identifier: MIT
#include "script/furniture.hpp"

#include "script/exchange.hpp"

namespace ms::script {

template <typename Way>
void exchange(Way& way, legendObj& s, mapfile::Legend& block)
{
    way(s.imagecolor, block.image_color);
    way(s.outlinecolor, block.outline_color);
    way(s.label, OwnLabel{block.label, block.has_label});
}

template <typename Way>
void exchange(Way& way, scalebarObj& s, mapfile::ScaleBar& block)
{
    way(s.color, block.color);
    way(s.backgroundcolor, block.background_color);
    way(s.imagecolor, block.image_color);
    way(s.outlinecolor, block.outline_color);
    way(s.label, OwnLabel{block.label, block.has_label});
}

template <typename Way>
void exchange(Way& way, referenceMapObj& s, mapfile::Reference& block)
{
    way(s.extent, block.extent);
    way(s.color, block.color);
    way(s.outlinecolor, block.outline_color);
}

template <typename Way>
void exchange(Way& way, queryMapObj& s, mapfile::QueryMap& block)
{
    way(s.color, block.color);
}

template <typename Way>
void exchange(Way& way, webObj& s, mapfile::Web& block)
{
    way(s.metadata, block.metadata);
    way(s.validation, block.validation);
}

template struct Exchange<legendObj>;
template struct Exchange<scalebarObj>;
template struct Exchange<referenceMapObj>;
template struct Exchange<queryMapObj>;
template struct Exchange<webObj>;

} // namespace ms::script
