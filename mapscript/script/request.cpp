// SPDX-License-Identifier: MIT
#include "script/request.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "http/query_string.hpp"
#include "script/config.hpp"
#include "script/constants.hpp"
#include "script/error.hpp"
#include "script/output_buffer.hpp"

#include <algorithm>
#include <charconv>

namespace ms::script {

namespace {

bool is_form(std::string_view content_type)
{
    return starts_with_ignoring_case(content_type, "application/x-www-form-urlencoded");
}

} // namespace

OWSRequest::OWSRequest() : type(MS_GET_REQUEST) {}

void OWSRequest::reset(int new_type)
{
    m_entries = {};
    m_has_failed = false;
    postrequest = {};
    httpcookiedata = {};
    type = new_type;
}

void OWSRequest::append(std::string name, std::string value)
{
    if (m_entries.size() >= MS_DEFAULT_CGI_PARAMS) {
        throw Failure{MS_CHILDERR, "addParameter()",
                      "Maximum number of items, " + std::to_string(MS_DEFAULT_CGI_PARAMS) +
                          ", has been reached"};
    }
    m_entries.emplace_back(std::move(name), std::move(value));
}

int OWSRequest::load_query(std::string_view query)
{
    try {
        auto const parameters =
            http::parse_query_string(query, {.max_parameters = MS_DEFAULT_CGI_PARAMS});
        m_entries.insert(m_entries.end(), parameters.entries().begin(), parameters.entries().end());
    } catch (Error const& error) {
        m_has_failed = true;
        throw Failure{MS_WEBERR, "loadParams()", error.what()};
    }
    return get_NumParams();
}

int OWSRequest::loadParams()
{
    auto const method = http::parse_method(environment("REQUEST_METHOD"));
    if (method == http::Method::Post) {
        contenttype = environment("CONTENT_TYPE");
        return loadParamsFromPost(read_standard_input(environment("CONTENT_LENGTH")),
                                  environment("QUERY_STRING"));
    }
    if (method != http::Method::Get) {
        m_has_failed = true;
        throw Failure{MS_WEBERR, "loadParams()",
                      "This script can only be used to decode form results and should be "
                      "initiated as a CGI process via a httpd server."};
    }
    loadParamsFromURL(environment("QUERY_STRING"));
    httpcookiedata = text_or_null(environment("HTTP_COOKIE"));
    for (auto const cookie : split(httpcookiedata.str(), ';')) {
        auto const equals = cookie.find('=');
        if (equals != std::string_view::npos) {
            append(std::string{trim(cookie.substr(0, equals))},
                   std::string{trim(cookie.substr(equals + 1))});
        }
    }
    return get_NumParams();
}

int OWSRequest::loadParamsFromURL(Text const& url)
{
    reset(MS_GET_REQUEST);
    auto const query = http::query_of(url.str());
    if (query.empty()) {
        m_has_failed = true;
        throw Failure{MS_WEBERR, "loadParams()",
                      "No query information to decode. QUERY_STRING is set, but empty."};
    }
    return load_query(query);
}

int OWSRequest::loadParamsFromPost(Text const& postData, Text const& url)
{
    reset(MS_POST_REQUEST);
    if (contenttype.is_null()) {
        contenttype = "application/octet-stream";
    }
    if (is_form(contenttype.str())) {
        load_query(postData.str());
    } else {
        postrequest = postData;
    }
    return load_query(http::query_of(url.str()));
}

void OWSRequest::setParameter(Text const& name, Text const& value)
{
    auto const same = std::ranges::find_if(m_entries, [&](auto const& entry) {
        return equals_ignoring_case(entry.first, name.str());
    });
    if (same == m_entries.end()) {
        append(name.str(), value.str());
    } else {
        same->second = value.str();
    }
    m_has_failed = false;
}

void OWSRequest::addParameter(Text const& name, Text const& value)
{
    append(name.str(), value.str());
    m_has_failed = false;
}

http::Parameters::Entry const& OWSRequest::at(int index, char const* routine) const
{
    if (index < 0 || static_cast<std::size_t>(index) >= m_entries.size()) {
        throw Failure{MS_CHILDERR, routine,
                      "Invalid index, valid range is [0, " +
                          std::to_string(static_cast<int>(m_entries.size()) - 1) + ']'};
    }
    return m_entries[static_cast<std::size_t>(index)];
}

Text OWSRequest::getName(int index) const
{
    return at(index, "getName()").first;
}

Text OWSRequest::getValue(int index) const
{
    return at(index, "getValue()").second;
}

Text OWSRequest::getValueByName(Text const& name) const
{
    auto const same = std::ranges::find_if(m_entries, [&](auto const& entry) {
        return equals_ignoring_case(entry.first, name.str());
    });
    return same == m_entries.end() ? Text{} : Text{same->second};
}

int OWSRequest::get_NumParams() const
{
    return m_has_failed ? -1 : static_cast<int>(m_entries.size());
}

http::Request OWSRequest::as_http() const
{
    http::Request request;
    request.method = type == MS_POST_REQUEST ? http::Method::Post : http::Method::Get;
    for (auto const& [name, value] : m_entries) {
        request.parameters.append(name, value);
    }
    request.body = postrequest.str();
    request.content_type = contenttype.str();
    http::set_authority(request.address, environment("SERVER_NAME"));
    request.address.port = environment("SERVER_PORT");
    request.address.script_name = environment("SCRIPT_NAME");
    request.remote_address = environment("REMOTE_ADDR");
    return request;
}

} // namespace ms::script
