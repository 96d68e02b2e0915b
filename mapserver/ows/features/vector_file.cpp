// SPDX-License-Identifier: MIT
#include "ows/features/vector_file.hpp"

#include "base/budget.hpp"
#include "base/deadline_check.hpp"
#include "ogr/load.hpp"
#include "ows/common/attachment.hpp"
#include "ows/features/additional_files.hpp"

#include <algorithm>
#include <utility>

namespace ms::ows {

namespace {

namespace fs = std::filesystem;

using Form = VectorFormat::Form;
using Storage = VectorFormat::Storage;

/// Files in memory are files of Linux's file system in memory.
constexpr auto memory_folder = "/dev/shm";

bool is_in_memory(VectorFormat const& format)
{
    std::error_code failed;
    return format.storage == Storage::Memory && fs::is_directory(memory_folder, failed);
}

/// WEB TEMPPATH, relative to the mapfile, MS_TEMPPATH, or the system's, in MapServer's order.
fs::path folder_of(Call const& call, VectorFormat const& format)
{
    if (is_in_memory(format)) {
        return memory_folder;
    }
    if (auto const& of_map = call.map->web.temp_path; !of_map.empty()) {
        return call.map->origin.directory / of_map;
    }
    std::error_code failed;
    auto const& of_server = call.settings.temp_path;
    return of_server.empty() ? fs::temp_directory_path(failed) : fs::path{of_server};
}

std::size_t max_bytes_of(Call const& call, VectorFormat const& format)
{
    auto const max_disk_bytes = call.settings.max_file_bytes;
    return is_in_memory(format) ? std::min(call.services.max_kept_bytes, max_disk_bytes)
                                : max_disk_bytes;
}

std::function<void(std::chrono::nanoseconds)> expecter_of(Call const& call)
{
    return [budget = Budget{call.services.deadline, call.services.max_kept_bytes}](
               std::chrono::nanoseconds time) { budget.expect(time); };
}

std::unique_ptr<ogr::DocumentWriter> writer_of(Call const& call, VectorFormat const& format,
                                               TemporaryFolder const& folder)
{
    return ogr::load_module().create({.driver = format.driver,
                                      .folder = folder.path().native(),
                                      .file_name = format.file_name,
                                      .options = format.options,
                                      .layer_options = format.layer_options,
                                      .max_bytes = call.services.max_kept_bytes,
                                      .go_on = DeadlineCheck{call.services.deadline},
                                      .expect = expecter_of(call)});
}

http::Response head_of(VectorFormat const& format)
{
    http::Response head{.content_type = "application/zip"};
    if (format.form == Form::Simple) {
        auto const& type = format.written.mime_type;
        head.content_type = type.empty() ? "application/octet-stream" : type;
    }
    if (format.storage != Storage::Stream && format.form != Form::Multipart) {
        head.headers.emplace_back("Content-Disposition", disposition(format.attachment));
    }
    return head;
}

} // namespace

VectorFile::VectorFile(Call const& call, crs::Definition const& crs,
                       mapfile::OutputFormat const& format, Layers layers)
    : m_call(call), m_crs(crs), m_format(vector_format(call, format)),
      m_max_bytes(max_bytes_of(call, m_format)), m_folder(folder_of(call, m_format)),
      m_writer(writer_of(call, m_format, m_folder)), m_body(call, head_of(m_format)),
      m_is_followed(m_format.form == Form::Simple && layers == Layers::One &&
                    m_writer->only_appends())
{}

void VectorFile::begin_layer(VectorSource const& source)
{
    using Ids = VectorLayer::Ids;
    m_layer.emplace(source, m_crs, m_format.uses_ids ? Ids::OfFeatures : Ids::Counted);
    m_writer->begin_layer(m_layer->definition());
    for (auto const& file : additional_files(m_call, source.layer)) {
        if (std::ranges::find(m_additional, file) == m_additional.end()) {
            m_additional.push_back(file);
        }
    }
}

void VectorFile::add(feature::FeatureBatch const& batch, geometry::GeometryColumn const& shapes,
                     std::size_t row)
try {
    auto const written = m_layer->row_of(batch, shapes, row);
    m_writer->write(written);
    m_new_bytes += written.wkb.size();
    for (auto const& value : written.values) {
        m_new_bytes += value.value_or("").size();
    }
    constexpr std::size_t between_checks = 1024;
    constexpr std::size_t bytes_between_checks = std::size_t{256} << 10U;
    if (++m_new_rows >= between_checks || m_new_bytes >= bytes_between_checks) {
        check_progress();
    }
} catch (Error const& error) {
    throw_cause(error);
    throw;
}

void VectorFile::check_progress()
{
    m_new_rows = 0;
    m_new_bytes = 0;
    m_call.services.deadline.check();
    std::error_code failed;
    if (m_is_followed && fs::is_regular_file(main_path(), failed)) {
        m_body.follow(main_path());
    }
    check_size();
}

void VectorFile::check_size() const
{
    if (m_folder.bytes() > m_max_bytes + m_body.freed_bytes()) {
        throw Error{ErrorKind::Limit,
                    "the files of the answer are larger than allowed (" +
                        std::string{is_in_memory(m_format) ? "MS_REQUEST_MEMORY_MB"
                                                           : "MS_REQUEST_DISK_MB"} +
                        ")"};
    }
}

/// GDAL does not say why it could not write.
void VectorFile::throw_cause(Error const& error) const
{
    if (error.kind() != ErrorKind::BadMapfile) {
        return;
    }
    m_call.services.deadline.check();
    if (m_folder.is_disk_full()) {
        throw Error{ErrorKind::Source, "no space is left for temporary files"};
    }
}

/// The file with the name, else the only one. Companions (GML's schema) are left out.
fs::path const& VectorFile::main_file(Paths const& files) const
{
    auto const& name = m_format.file_name;
    auto const found = std::ranges::find(files, main_path());
    auto const extension = '.' + name.substr(name.rfind('.') + 1);
    auto const alike = std::ranges::count_if(
        files, [&](fs::path const& file) { return file.native().ends_with(extension); });
    bool const is_one = found != files.end() ? alike <= 1 : files.size() == 1;
    if (!is_one) {
        refuse_format(m_call, m_format.written,
                      "makes " + std::to_string(files.size()) +
                          " files: FORM must be zip or multipart");
    }
    return found != files.end() ? *found : files.front();
}

/// GDAL's files, then copies of the layers' additional ones: what is sent is removed.
Paths VectorFile::all_files() const
{
    auto files = m_folder.files();
    for (auto const& file : m_additional) {
        m_call.services.deadline.check();
        std::error_code failed;
        auto const copy = m_folder.path() / file.filename();
        if (fs::copy_file(file, copy, failed)) { // not over a file that is there already
            files.push_back(copy);
            check_size();
        }
    }
    return files;
}

http::Response VectorFile::finish()
try {
    m_writer->finish();
    check_size();
    auto const files = m_format.form == Form::Simple ? m_folder.files() : all_files();
    switch (m_format.form) {
    case Form::Simple:
        if (!m_layer && files.empty()) {
            break; // of no layer at all: drivers begin files with their first layer
        }
        if (auto const& file = main_file(files); m_is_followed && file == main_path()) {
            m_body.follow(file);
        } else {
            m_body.send(file);
        }
        break;
    case Form::Multipart:
        m_body.send_parts(files);
        break;
    case Form::Zip:
        m_body.send_archive(files);
        break;
    }
    return m_body.finish();
} catch (Error const& error) {
    throw_cause(error);
    throw;
}

http::Response vector_file(Call const& call, crs::Definition const& crs,
                           render::Selection const& selection, mapfile::OutputFormat const& format)
{
    using Layers = VectorFile::Layers;
    VectorFile file{call, crs, format, selection.layers.size() > 1 ? Layers::Several : Layers::One};
    for (auto const& picked : selection.layers) {
        file.begin_layer({picked.definition, picked.fields, picked.crs});
        render::PickedReader reader{picked};
        while (auto const* const found = reader.next()) {
            for (std::size_t row = 0; row < found->size(); ++row) {
                file.add(found->features, found->features.geometry, row);
            }
        }
    }
    // A file without features still has the requested format.
    if (selection.layers.empty() && !selection.searched.empty()) {
        file.begin_layer({call.map->layers[selection.searched.front()], {}, {}});
    }
    return file.finish();
}

} // namespace ms::ows
