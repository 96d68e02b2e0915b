// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// OUTPUTFORMAT for scripts.

#include "mapfile/model/output_format.hpp"
#include "script/node.hpp"
#include "script/text.hpp"

namespace ms::script {

struct outputFormatObj : Node<outputFormatObj, mapfile::OutputFormat> {
    int bands = 1;
    int inmapfile = 1;
    int renderer = 0;

    /// A format with its driver's defaults.
    /// \throws Failure{MS_MISCERR} for a driver this build lacks
    explicit outputFormatObj(Text const& driver, Text const& name = Text());

    void setExtension(Text const& extension);
    void setMimetype(Text const& mimetype);
    void setOption(Text const& key, Text const& value);
    [[nodiscard]] Text getOption(Text const& key, Text const& value = Text("")) const;
    /// "KEY=value", or NULL beyond the end.
    [[nodiscard]] Text getOptionAt(int i) const;
    /// Whether images can be made with it. One that is transparent and has no alpha is mended,
    /// and not valid before the next time.
    [[nodiscard]] int validate();

#ifndef SWIG
    explicit outputFormatObj(Blank) {}
    void complete();
#endif
};

#ifndef SWIG
/// TRANSPARENT, or what IMAGEMODE implies.
struct Transparency {
    mapfile::OutputFormat& model;
    [[nodiscard]] int shown() const;
    bool set(int script) const;
};
#endif

} // namespace ms::script
