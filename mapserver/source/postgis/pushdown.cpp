// SPDX-License-Identifier: MIT
#include "source/postgis/pushdown.hpp"

namespace ms::source::postgis {

Pushed push_down(expr::Expression const& filter, TableFacts const&, Statement&)
{
    return {"", filter};
}

} // namespace ms::source::postgis
