// SPDX-License-Identifier: MIT
// Functions that the library does not support: calling one reports that.
#include "script/map.hpp"

namespace ms::script {

namespace {

[[noreturn]] void refuse(char const* routine, char const* what)
{
    throw Failure{MS_MISCERR, routine, std::string{what} + " not supported."};
}

} // namespace

Text layerObj::executeWFSGetFeature(layerObj&)
{
    refuse("msWFSExecuteGetFeature()", "Layers of CONNECTIONTYPE WFS are");
}

Text layerObj::getWMSFeatureInfoURL(mapObj&, int, int, int, Text const&)
{
    refuse("msWMSGetFeatureInfoURL()", "Layers of CONNECTIONTYPE WMS are");
}

} // namespace ms::script
