// SPDX-License-Identifier: MIT
#include "script/request.hpp"

#include "base/string.hpp"
#include "http/query_string.hpp"
#include "script/at.hpp"
#include "script/config.hpp"
#include "script/constants.hpp"
#include "script/error.hpp"
#include "script/output_buffer.hpp"

namespace ms::script {

OWSRequest::OWSRequest() : type(MS_GET_REQUEST) {}

void OWSRequest::reset(int new_type)
{
    m_parameters = {};
    m_has_failed = true;
    postrequest = {};
    httpcookiedata = {};
    type = new_type;
}

void OWSRequest::append(std::string name, std::string value)
{
    fail_if(m_parameters.entries().size() >= MS_DEFAULT_CGI_PARAMS, MS_CHILDERR, "addParameter()",
            "Maximum number of items, " + std::to_string(MS_DEFAULT_CGI_PARAMS) +
                ", has been reached");
    m_parameters.append(std::move(name), std::move(value));
}

int OWSRequest::load_query(std::string_view query)
{
    m_has_failed = true; // until it succeeds
    auto const parameters = failing_as(MS_WEBERR, "loadParams()", "", [query] {
        return http::parse_query_string(query, {.max_parameters = MS_DEFAULT_CGI_PARAMS});
    });
    for (auto const& [name, value] : parameters.entries()) {
        m_parameters.append(name, value);
    }
    m_has_failed = false;
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
    fail_if(query.empty(), MS_WEBERR, "loadParams()",
            "No query information to decode. QUERY_STRING is set, but empty.");
    return load_query(query);
}

int OWSRequest::loadParamsFromPost(Text const& postData, Text const& url)
{
    reset(MS_POST_REQUEST);
    if (contenttype.is_null()) {
        contenttype = "application/octet-stream";
    }
    if (http::is_form(contenttype.str())) {
        load_query(postData.str());
    } else {
        postrequest = postData;
    }
    return load_query(http::query_of(url.str()));
}

void OWSRequest::setParameter(Text const& name, Text const& value)
{
    if (m_parameters.first(name.str()) == nullptr) {
        return addParameter(name, value);
    }
    m_parameters.set(name.str(), value.str());
    m_has_failed = false;
}

void OWSRequest::addParameter(Text const& name, Text const& value)
{
    append(name.str(), value.str());
    m_has_failed = false;
}

http::Parameters::Entry const& OWSRequest::at(int index, char const* routine) const
{
    auto const& entries = m_parameters.entries();
    fail_if(!has_index(entries, index), MS_CHILDERR, routine,
            "Invalid index, valid range is [0, " + std::to_string(std::ssize(entries) - 1) + ']');
    return entries[static_cast<std::size_t>(index)];
}

Text OWSRequest::getValueByName(Text const& name) const
{
    auto const* const value = m_parameters.first(name.str());
    return value == nullptr ? Text{} : Text{*value};
}

int OWSRequest::get_NumParams() const
{
    return m_has_failed ? -1 : static_cast<int>(m_parameters.entries().size());
}

http::Request OWSRequest::as_http() const
{
    http::Request request;
    request.method = type == MS_POST_REQUEST ? http::Method::Post : http::Method::Get;
    request.parameters = m_parameters;
    request.body = postrequest.str();
    request.content_type = contenttype.str();
    http::set_authority(request.address, environment("SERVER_NAME"));
    request.address.port = environment("SERVER_PORT");
    request.address.script_name = environment("SCRIPT_NAME");
    request.remote_address = environment("REMOTE_ADDR");
    return request;
}

} // namespace ms::script
