// SPDX-License-Identifier: MIT
#include "ows/features/vector_file.hpp"

#include "base/string.hpp"
#include "mapfile/substitute.hpp"
#include "ogr/load.hpp"
#include "ows/common/service_exception.hpp"
#include "ows/common/substitutions.hpp"
#include "ows/features/vector_rows.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace ms::ows {

namespace {

constexpr std::string_view prefix = "OGR/";

enum class Form : std::uint8_t { Simple, Multipart, Zip };

/// A format's options, checked.
struct Settings {
    Form form = Form::Zip;
    bool is_attachment = true; ///< not with STORAGE=stream
    std::string attachment;    ///< file name for browsers
    std::string file_name;     ///< of GDAL's data set
    bool uses_ids = false;
};

std::string_view option(mapfile::OutputFormat const& format, std::string_view key,
                        std::string_view otherwise)
{
    auto const* const value = format.options.find(key);
    return value == nullptr ? otherwise : std::string_view{*value};
}

[[noreturn]] void refuse(Call const& call, mapfile::OutputFormat const& format,
                         std::string const& what)
{
    throw Error{ErrorKind::BadMapfile, call.map->origin.where(format.at) + ": OUTPUTFORMAT \"" +
                                           format.name + "\": " + what};
}

Form form_of(Call const& call, mapfile::OutputFormat const& format)
{
    auto const word = option(format, "FORM", "zip");
    constexpr std::array<std::string_view, 3> words{"simple", "multipart", "zip"}; // as in Form
    auto const* const found = std::ranges::find_if(
        words, [&](std::string_view known) { return equals_ignoring_case(known, word); });
    if (found == words.end()) {
        refuse(call, format, "FORM must be simple, multipart or zip");
    }
    return static_cast<Form>(found - words.begin());
}

/// Files are always made in memory, regardless of STORAGE; only "stream" differs, by its header.
bool is_streamed(Call const& call, mapfile::OutputFormat const& format)
{
    auto const word = option(format, "STORAGE", "filesystem");
    for (std::string_view const known : {"memory", "filesystem", "stream"}) {
        if (equals_ignoring_case(known, word)) {
            return known == "stream";
        }
    }
    refuse(call, format, "STORAGE must be memory, filesystem or stream");
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

std::string without_extension(std::string const& name)
{
    return name.substr(0, name.rfind('.'));
}

Settings settings_of(Call const& call, mapfile::OutputFormat const& format)
{
    constexpr std::string_view archive = ".zip";
    Settings settings{.form = form_of(call, format),
                      .is_attachment = !is_streamed(call, format),
                      .uses_ids =
                          equals_ignoring_case(option(format, "USE_FEATUREID", ""), "true")};
    bool const is_zip = settings.form == Form::Zip;
    std::string const name{option(format, "FILENAME", is_zip ? "result.zip" : "result.dat")};
    check_file_name(name);
    bool const names_archive = is_zip && name.ends_with(archive);
    settings.attachment = is_zip && !names_archive ? name + std::string{archive} : name;
    settings.file_name = names_archive ? without_extension(name) + ".dat" : name;
    if (equals_ignoring_case(format.driver, "OGR/MapInfo File")) {
        // Named like a file it would take one layer only; MapServer's are named like their layers.
        settings.file_name = without_extension(settings.file_name);
    }
    return settings;
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

/// The selected features stay in memory while their files are made.
std::size_t memory_left(Call const& call, render::Selection const& selection)
{
    std::size_t kept = 0;
    for (auto const& picked : selection.layers) {
        kept += picked.features.bytes() + picked.features.geometry.bytes(); // in the other CRS
    }
    auto const max_bytes = call.services.max_kept_bytes;
    return max_bytes - std::min(max_bytes, kept);
}

/// The found layers, with the objects they refer to.
struct Content {
    std::vector<std::unique_ptr<ogr::Rows>> rows;
    ogr::Document document;
};

Content content_of(Call const& call, crs::Definition const& crs, render::Selection const& selection,
                   mapfile::OutputFormat const& format, Settings const& settings)
{
    Content content{.document = {.driver = format.driver.substr(prefix.size()),
                                 .file_name = settings.file_name,
                                 .options = options_of(format, "DSCO:"),
                                 .layer_options = options_of(format, "LCO:"),
                                 .check = [&call] { call.services.deadline.check(); },
                                 .max_bytes = memory_left(call, selection)}};
    auto const ids = settings.uses_ids ? VectorRows::Ids::OfFeatures : VectorRows::Ids::Counted;
    for (auto const& picked : selection.layers) {
        auto const& system = crs.is_defined() ? crs : picked.crs;
        auto rows = std::make_unique<VectorRows>(picked, system, ids);
        content.document.layers.push_back(
            {.name = picked.definition.name,
             .geometry_type = ogr_geometry_type(picked.definition),
             .crs = system.is_defined() ? system.proj_text() : std::string{},
             .fields = rows->fields(),
             .rows = rows.get()});
        content.rows.push_back(std::move(rows));
    }
    // A file without features still has the requested format.
    if (selection.layers.empty() && !selection.searched.empty()) {
        auto const& layer = call.map->layers[selection.searched.front()];
        content.rows.push_back(std::make_unique<NoRows>());
        content.document.layers.push_back(
            {.name = layer.name,
             .geometry_type = ogr_geometry_type(layer),
             .crs = crs.is_defined() ? crs.proj_text() : std::string{},
             .rows = content.rows.back().get()});
    }
    return content;
}

/// RFC 6266: a token as it is, as MapServer writes it; anything else in quotes.
std::string disposition(std::string_view name)
{
    bool const is_token = std::ranges::all_of(name, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
               std::string_view{"!#$&+-.^_`|~%"}.find(c) != std::string_view::npos;
    });
    auto const quote = is_token ? "" : "\"";
    return "attachment; filename=" + (quote + std::string{name}) + quote;
}

/// The file with the name, else the only one. Companions (GML's schema) are left out.
ogr::File& main_file(Call const& call, mapfile::OutputFormat const& format, std::string const& name,
                     ogr::Files& files)
{
    auto const found = std::ranges::find(files, name, &ogr::File::name);
    auto const extension = name.substr(name.rfind('.') + 1);
    auto const alike = std::ranges::count_if(
        files, [&](ogr::File const& file) { return file.name.ends_with('.' + extension); });
    bool const is_one = found != files.end() ? alike <= 1 : files.size() == 1;
    if (!is_one) {
        refuse(call, format,
               "makes " + std::to_string(files.size()) + " files: FORM must be zip or multipart");
    }
    return found != files.end() ? *found : files.front();
}

/// A multipart boundary that occurs in none of the files.
std::string boundary_for(ogr::Files const& files)
{
    std::string boundary = "xxOGRBoundaryxx";
    auto const is_in = [&](ogr::File const& file) {
        return !std::ranges::search(file.bytes, boundary).empty();
    };
    while (std::ranges::any_of(files, is_in)) {
        boundary += 'x';
    }
    return boundary;
}

/// Frees each file once it is written.
http::Response multipart(ogr::Files files)
{
    auto const boundary = boundary_for(files);
    http::Response response{.content_type = "multipart/mixed; boundary=" + boundary};
    auto const add = [&](std::string_view text) {
        response.body.insert(response.body.end(), text.begin(), text.end());
    };
    add("--" + boundary);
    for (auto& file : files) {
        add("\r\nContent-Disposition: " + disposition(file.name) +
            "\r\nContent-Type: application/binary\r\nContent-Transfer-Encoding: binary\r\n\r\n");
        response.body.insert(response.body.end(), file.bytes.begin(), file.bytes.end());
        add("\r\n--" + boundary);
        file.bytes = {};
    }
    add("--\r\n");
    return response;
}

} // namespace

bool is_vector_file(mapfile::OutputFormat const& format)
{
    return starts_with_ignoring_case(format.driver, prefix);
}

http::Response vector_file(Call const& call, crs::Definition const& crs,
                           render::Selection const& selection, mapfile::OutputFormat const& written)
{
    auto const parameters = substitutions(call.parameters());
    auto const format = mapfile::substitute(*call.map, written, {.parameters = parameters});
    auto const settings = settings_of(call, format);
    auto const content = content_of(call, crs, selection, format, settings);
    auto const& module = ogr::load_module();
    auto files = module.write(content.document);
    if (settings.form == Form::Multipart) {
        return multipart(std::move(files));
    }
    http::Response response;
    if (settings.form == Form::Zip) {
        response.content_type = "application/zip";
        response.body = module.zip(std::move(files), content.document.max_bytes);
    } else {
        response.content_type =
            format.mime_type.empty() ? "application/octet-stream" : format.mime_type;
        response.body = std::move(main_file(call, format, settings.file_name, files).bytes);
    }
    if (settings.is_attachment) {
        response.headers.emplace_back("Content-Disposition", disposition(settings.attachment));
    }
    return response;
}

} // namespace ms::ows
