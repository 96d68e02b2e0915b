// SPDX-License-Identifier: MIT
#include "ows/common/exception_report.hpp"

#include "base/xml_writer.hpp"

namespace ms::ows {

int http_status(Complaint const& complaint, Settings const& settings) noexcept
{
    // A client that has the current document already has lost nothing.
    bool const is_error = complaint.code != "CurrentUpdateSequence";
    return is_error && settings.errors_have_status ? complaint.status : 200;
}

http::Response exception_report(Complaint const& complaint, std::string_view locator,
                                Settings const& settings, OwsCommon version)
{
    bool const is_100 = version == OwsCommon::V100;
    std::string const space =
        is_100 ? "http://www.opengis.net/ows" : "http://www.opengis.net/ows/1.1";
    std::string const number = is_100 ? "1.0.0" : "1.1.0";
    XmlWriter xml{"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"};
    xml.open("ows:ExceptionReport")
        .attribute("xmlns:ows", space)
        .attribute("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance")
        .attribute("xsi:schemaLocation",
                   space + " http://schemas.opengis.net/ows/" + number + "/owsExceptionReport.xsd")
        .attribute("version", number)
        .attribute(is_100 ? "language" : "xml:lang", "en-US");
    xml.open("ows:Exception")
        .attribute("exceptionCode", complaint.code.empty() ? "NoApplicableCode" : complaint.code);
    if (!locator.empty()) {
        xml.attribute("locator", locator);
    }
    xml.element("ows:ExceptionText", complaint.message).close().close();
    auto response = http::text_response(http_status(complaint, settings), "text/xml; charset=UTF-8",
                                        xml.take());
    response.failure = complaint.message;
    return response;
}

} // namespace ms::ows
