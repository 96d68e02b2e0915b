// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Requests that scripts build or receive.

#include "http/parameters.hpp"
#include "http/request.hpp"
#include "script/text.hpp"

namespace ms::script {

/// Every load drops the previous parameters, so that one object serves many requests.
class OWSRequest {
public:
    OWSRequest();

    int type;            ///< MS_GET_REQUEST or MS_POST_REQUEST
    Text contenttype;    ///< of the body; set it before loadParamsFromPost()
    Text postrequest;    ///< a body that is not a form
    Text httpcookiedata; ///< "name=value; ..."

    /// From the environment of a CGI program. \return the number of parameters, like all loads
    int loadParams();
    /// \param url a query, with or without the '?' before it, or a whole URL
    int loadParamsFromURL(Text const& url);
    int loadParamsFromPost(Text const& postData, Text const& url);

    /// Replaces the first parameter of this name, or appends one.
    void setParameter(Text const& name, Text const& value);
    /// Appends a parameter, even if there is one of this name.
    void addParameter(Text const& name, Text const& value);
    [[nodiscard]] Text getName(int index) const { return at(index, "getName()").first; }
    [[nodiscard]] Text getValue(int index) const { return at(index, "getValue()").second; }
    /// The value of the first parameter of this name, or NULL.
    [[nodiscard]] Text getValueByName(Text const& name) const;
    /// -1 after a load that failed.
    [[nodiscard]] int get_NumParams() const;

#ifndef SWIG
    /// The request as the server's own code takes it.
    [[nodiscard]] http::Request as_http() const;
#endif

private:
    void reset(int new_type);
    int load_query(std::string_view query);
    void append(std::string name, std::string value);
    [[nodiscard]] http::Parameters::Entry const& at(int index, char const* routine) const;

    http::Parameters m_parameters;
    bool m_has_failed = false;
};

} // namespace ms::script
