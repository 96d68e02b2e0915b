// SPDX-License-Identifier: MIT
// The map server: as CGI and FastCGI program of a web server, or on its own with --http.
#include "base/memory.hpp"
#include "base/string.hpp"
#include "mapfile/wrong_file.hpp"
#include "ows/common/abilities.hpp"
#include "ows/common/message_page.hpp"
#include "programs/exported_settings.hpp"
#include "server/app/app.hpp"
#include "server/front/cgi.hpp"
#include "server/front/fastcgi.hpp"
#include "server/front/http_listener.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <span>
#include <vector>

namespace {

using namespace ms;

constexpr char const* usage =
    R"(usage: mapserv [-conf FILE] --http ADDRESS:PORT [--static DIR] [--threads N] [MAPFILE]
       mapserv [-conf FILE] [--threads N]        started by a web server
       mapserv [-conf FILE] [-nh] QUERY_STRING="..." [PATH_INFO=...]
       mapserv -v | -h

  --http ADDRESS:PORT  answer HTTP requests there
  --static DIR         serve the files of DIR under /static/
  --threads N          answer N requests at once (MS_THREADS); default: one for each processor
  MAPFILE              show this map
  -conf FILE           the CONFIG file; default: the one MAPSERVER_CONFIG_FILE names
  -nh                  write no headers
  QUERY_STRING="..."   answer one request on standard output
  -v                   print the version
  -h, --help           print this

Started by a web server, mapserv speaks CGI or FastCGI, whichever it is spoken to in.
)";

constexpr char const* error_status_key = "MS_WMS_ERROR_STATUS_CODE";

struct Arguments {
    std::optional<std::string> config_file;
    std::optional<server::ListenerOptions> http;
    std::optional<std::filesystem::path> mapfile;              ///< shown with --http
    std::map<std::string, std::string, std::less<>> variables; ///< instead of the environment's
    std::optional<std::string> threads;                        ///< instead of MS_THREADS
    server::CgiHeader header = server::CgiHeader::Write;
    bool wants_version = false;
    bool wants_help = false;
};

[[noreturn]] void refuse(std::string const& message)
{
    throw Error{ErrorKind::BadRequest, message};
}

/// Reads "-name value" options and NAME=value words one after another.
class ArgumentReader {
public:
    explicit ArgumentReader(std::span<char* const> words) : m_words(words) {}

    Arguments read()
    {
        while (!m_words.empty()) {
            read_one(next());
        }
        if (!m_static_directory.empty() && !m_arguments.http) {
            refuse("--static needs --http");
        }
        if (m_arguments.http) {
            m_arguments.http->static_directory = m_static_directory;
            take_mapfile();
        } // MapServer ignores other words, and so do scripts that call it
        return m_arguments;
    }

private:
    std::string next()
    {
        std::string word = m_words.front();
        m_words = m_words.subspan(1);
        return word;
    }

    std::string value_of(std::string const& option)
    {
        return m_words.empty() ? (refuse(option + " needs a value"), "") : next();
    }

    void read_one(std::string const& word)
    {
        if (word == "-v" || word == "--version") {
            m_arguments.wants_version = true;
        } else if (word == "-h" || word == "--help") {
            m_arguments.wants_help = true;
        } else if (word == "-nh") {
            m_arguments.header = server::CgiHeader::LeaveOut;
        } else if (word == "-conf" || word == "--conf") {
            m_arguments.config_file = value_of(word);
        } else if (word == "--http") {
            m_arguments.http = server::parse_listener_address(value_of(word));
        } else if (word == "--static") {
            m_static_directory = value_of(word);
        } else if (word == "--threads") {
            m_arguments.threads = thread_count(value_of(word));
        } else if (word.starts_with("QUERY_STRING=")) {
            m_arguments.variables["QUERY_STRING"] = word.substr(word.find('=') + 1);
            m_arguments.variables["REQUEST_METHOD"] = "GET";
        } else if (word.starts_with("PATH_INFO=")) {
            m_arguments.variables["PATH_INFO"] = word.substr(word.find('=') + 1);
        } else if (word.starts_with('-')) {
            refuse("unknown option " + word);
        } else {
            m_other_words.push_back(word);
        }
    }

    void take_mapfile()
    {
        if (m_other_words.size() > 1) {
            refuse("one mapfile is shown; CONFIG names several: \"" + m_other_words[1] + '"');
        }
        for (auto const& word : m_other_words) {
            std::error_code error;
            if (!std::filesystem::is_regular_file(word, error)) {
                refuse("there is no mapfile \"" + word + '"');
            }
            m_arguments.mapfile = std::filesystem::absolute(word);
        }
    }

    static std::string thread_count(std::string text)
    {
        auto const number = parse_int(text);
        if (!number || *number < 1 || *number > 1024) {
            refuse("--threads must be from 1 to 1024");
        }
        return text;
    }

    std::span<char* const> m_words;
    Arguments m_arguments;
    std::string m_static_directory;
    std::vector<std::string> m_other_words;
};

/// Some servers omit QUERY_STRING for a POST without query.
bool has_cgi_request()
{
    auto const* const method = std::getenv("REQUEST_METHOD");
    return std::getenv("QUERY_STRING") != nullptr ||
           (method != nullptr && std::string_view{method} == "POST");
}

/// A web server passes the words of a query without '=' to a CGI program as arguments: they come
/// from the client, so options are only read without a query.
Arguments read_arguments(std::span<char* const> words)
{
    return has_cgi_request() ? Arguments{} : ArgumentReader{words}.read();
}

bool is_cgi(Arguments const& arguments)
{
    return has_cgi_request() || std::getenv("GATEWAY_INTERFACE") != nullptr ||
           arguments.variables.contains("QUERY_STRING");
}

int run(Arguments const& arguments)
{
    auto config = server::load_config(arguments.config_file, std::getenv);
    if (arguments.threads) {
        config.set("MS_THREADS", *arguments.threads);
    }
    if (arguments.variables.contains("QUERY_STRING") && !config.find(error_status_key)) {
        // Without an HTTP client the output goes to the shell; scripts compare it with MapServer's.
        config.set(error_status_key, "OFF");
    }
    if (is_cgi(arguments) && !arguments.http) {
        config.set("MS_TILE_CACHE_MB", "0"); // a process of one request has no use for a cache
    }
    if (arguments.mapfile) {
        config.add_map(to_lower(arguments.mapfile->stem().native()), *arguments.mapfile);
    }
    programs::export_settings([&](std::string_view key) { return config.find(key); });
    keep_freed_memory();
    server::App app{std::move(config)};
    if (arguments.mapfile && app.maps().find_unreadable()) {
        return 1; // the reason is logged
    }
    if (arguments.http) {
        return server::run_http(app, *arguments.http);
    }
    if (is_cgi(arguments)) {
        auto const variable = [&](char const* name) -> char const* {
            auto const found = arguments.variables.find(name);
            return found == arguments.variables.end() ? std::getenv(name) : found->second.c_str();
        };
        return server::run_cgi(app, variable, arguments.header);
    }
    if (server::is_fastcgi()) {
        return server::run_fastcgi(app);
    }
    std::fputs(usage, stderr);
    return 1;
}

std::string complaint_about_config(std::exception const& error)
{
    auto const* const own = dynamic_cast<Error const*>(&error);
    if (own != nullptr && own->kind() == ErrorKind::NotFound) {
        return "msLoadConfig(): Unable to access file. See mapserver.org/mapfile/config.html for "
               "more information.";
    }
    if (auto const* const wrong = dynamic_cast<mapfile::WrongFile const*>(&error)) {
        return "msLoadConfig(): " + std::string{wrong->plain()};
    }
    return "The configuration of this server cannot be read; the server's log has the details.";
}

/// A visitor of a CGI program must see something; the log has the details.
int report(std::exception const& error, Arguments const& arguments)
{
    std::fprintf(stderr, "mapserv: %s\n", error.what());
    if (!is_cgi(arguments)) {
        return 1;
    }
    auto const page = ows::message_page(arguments.variables.empty() ? 500 : 200, // as MapServer
                                        complaint_about_config(error));
    auto const head = http::cgi_header(page);
    std::fwrite(head.data(), 1, head.size(), stdout);
    std::fwrite(page.body.data(), 1, page.body.size(), stdout);
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    Arguments arguments;
    try {
        arguments = read_arguments(std::span{argv, static_cast<std::size_t>(argc)}.subspan(1));
        if (arguments.wants_version) {
            std::puts(("mapserver-pg version " MS_VERSION " " + ows::abilities()).c_str());
            return 0;
        }
        if (arguments.wants_help) {
            std::fputs(usage, stdout);
            return 0;
        }
        return run(arguments);
    } catch (std::exception const& error) {
        return report(error, arguments);
    }
}
