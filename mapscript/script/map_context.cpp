// SPDX-License-Identifier: MIT
// Web Map Context documents of maps.
#include "base/error.hpp"
#include "mapfile/text_file.hpp"
#include "ows/context/context.hpp"
#include "script/convert.hpp"
#include "script/map.hpp"
#include "script/output_buffer.hpp"

namespace ms::script {

namespace context = ows::context;

int mapObj::saveMapContext(Text const& szFileName)
{
    constexpr char const* routine = "msSaveMapContext()";
    auto const map = current(Formats::All);
    auto const document = failing_as(MS_MAPCONTEXTERR, routine, "", [&map] {
        return context::write(map, context::version_of(map));
    });
    write_file(path_of(szFileName), document, {MS_IOERR, routine, '(' + szFileName.str() + ')'});
    return MS_SUCCESS;
}

int mapObj::loadMapContext(Text const& szFileName, int useUniqueNames)
{
    constexpr char const* routine = "msLoadMapContext()";
    auto map = current(Formats::OfMapfile);
    auto const count = map.layers.size();
    try {
        auto const names =
            useUniqueNames == MS_FALSE ? context::Names::AsWritten : context::Names::Unique;
        context::read(mapfile::read_text_file(path_of(szFileName)), map, names);
    } catch (Error const& error) {
        throw Failure{MS_MAPCONTEXTERR, routine, error.what() + (" (" + szFileName.str() + ')')};
    }
    for (auto block = map.layers.begin() + static_cast<std::ptrdiff_t>(count);
         block != map.layers.end(); ++block) {
        insertLayer(part_of<layerObj>(std::move(*block)), -1);
    }
    to_script(extent, map.extent);
    to_script(web.metadata, map.web.metadata);
    block.name = map.name;
    block.units = map.units;
    block.size = map.size;
    block.projection = map.projection;
    touch();
    return MS_SUCCESS;
}

} // namespace ms::script
