// SPDX-License-Identifier: MIT
#include "ows/features/vector_format.hpp"

#include "base/string.hpp"
#include "mapfile/substitute.hpp"
#include "ows/common/service_exception.hpp"
#include "ows/common/substitutions.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace ms::ows {

namespace {

using Form = VectorFormat::Form;
using Storage = VectorFormat::Storage;

constexpr std::string_view prefix = "OGR/";

std::string_view option(mapfile::OutputFormat const& format, std::string_view key,
                        std::string_view otherwise)
{
    auto const* const value = format.options.find(key);
    return value == nullptr ? otherwise : std::string_view{*value};
}

/// The number of an option's word.
std::size_t word_of(Call const& call, mapfile::OutputFormat const& format, std::string_view key,
                    std::span<std::string_view const> words, std::size_t otherwise)
{
    auto const word = option(format, key, words[otherwise]);
    auto const found = std::ranges::find_if(
        words, [&](std::string_view known) { return equals_ignoring_case(known, word); });
    if (found == words.end()) {
        refuse_format(call, format,
                      std::string{key} + " must be " + std::string{words[0]} + ", " +
                          std::string{words[1]} + " or " + std::string{words[2]});
    }
    return static_cast<std::size_t>(found - words.begin());
}

Form form_of(Call const& call, mapfile::OutputFormat const& format)
{
    constexpr std::array<std::string_view, 3> words{"simple", "multipart", "zip"}; // as in Form
    return static_cast<Form>(word_of(call, format, "FORM", words, 2));
}

Storage storage_of(Call const& call, mapfile::OutputFormat const& format)
{
    constexpr std::array<std::string_view, 3> words{"memory", "filesystem", "stream"};
    return static_cast<Storage>(word_of(call, format, "STORAGE", words, 1));
}

/// The name is used in a header, in archives and in GDAL's memory file system. Runtime substitution
/// may have inserted a client's text.
void check_file_name(std::string_view name)
{
    constexpr std::size_t longest = 200;
    bool const is_plain = std::ranges::none_of(name, [](char c) {
        return static_cast<unsigned char>(c) < 0x20 || c == 0x7F || c == '/' || c == '\\' ||
               c == '"' || c == ':';
    });
    if (!is_plain || name.empty() || name.size() > longest || name.front() == '.') {
        bool const names_folder = name.find_first_of("/\\") != std::string_view::npos;
        throw ServiceException{
            "", std::string{"msOGRWriteFromQuery(): General error message. Invalid value for "
                            "FILENAME option. It must not contain any directory information"} +
                    (names_folder ? "." : ", control characters, quotes or colons.")};
    }
}

/// As in MapServer a stream is the file alone, whatever FORM says; it refuses drivers that write
/// several files, which we pack.
bool is_bare_stream(VectorFormat const& format)
{
    constexpr std::array<std::string_view, 6> of_one_file{"CSV", "GeoJSON", "GeoJSONSeq",
                                                          "GML", "GPX",     "KML"};
    return format.storage == Storage::Stream &&
           std::ranges::any_of(of_one_file, [&](std::string_view driver) {
               return equals_ignoring_case(driver, format.driver);
           });
}

std::string without_extension(std::string const& name)
{
    return name.substr(0, name.rfind('.'));
}

void set_names(VectorFormat& format)
{
    constexpr std::string_view archive = ".zip";
    bool const is_zip = format.form == Form::Zip;
    std::string const name{
        option(format.written, "FILENAME", is_zip ? "result.zip" : "result.dat")};
    check_file_name(name);
    bool const names_archive = is_zip && name.ends_with(archive);
    format.attachment = is_zip && !names_archive ? name + std::string{archive} : name;
    format.file_name = names_archive ? without_extension(name) + ".dat" : name;
    bool const is_shapefile = equals_ignoring_case(format.driver, "ESRI Shapefile");
    if (equals_ignoring_case(format.driver, "MapInfo File") ||
        (is_shapefile && format.form != Form::Simple)) {
        // Named like a file it would take one layer only; MapServer's are named like their layers.
        format.file_name = without_extension(format.file_name);
    }
}

/// FORMATOPTIONs "LCO:KEY=VALUE" and "DSCO:KEY=VALUE".
ogr::Options options_of(mapfile::OutputFormat const& format, std::string_view kind)
{
    ogr::Options options;
    for (auto const& [key, value] : format.options.entries) {
        if (starts_with_ignoring_case(key, kind)) {
            options.push_back(key.substr(kind.size()) + '=' + value);
        }
    }
    return options;
}

} // namespace

bool is_vector_file(mapfile::OutputFormat const& format)
{
    return starts_with_ignoring_case(format.driver, prefix);
}

VectorFormat vector_format(Call const& call, mapfile::OutputFormat const& written)
{
    auto const parameters = substitutions(call.parameters());
    VectorFormat format{.written =
                            mapfile::substitute(*call.map, written, {.parameters = parameters})};
    format.driver = written.driver.substr(prefix.size());
    format.form = form_of(call, format.written);
    format.storage = storage_of(call, format.written);
    if (is_bare_stream(format)) {
        format.form = Form::Simple;
    }
    format.uses_ids = equals_ignoring_case(option(format.written, "USE_FEATUREID", ""), "true");
    format.options = options_of(format.written, "DSCO:");
    format.layer_options = options_of(format.written, "LCO:");
    set_names(format);
    return format;
}

void refuse_format(Call const& call, mapfile::OutputFormat const& format, std::string const& what)
{
    throw Error{ErrorKind::BadMapfile, call.map->origin.where(format.at) + ": OUTPUTFORMAT \"" +
                                           format.name + "\": " + what};
}

} // namespace ms::ows
