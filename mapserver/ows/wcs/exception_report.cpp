// SPDX-License-Identifier: MIT
#include "ows/wcs/exception_report.hpp"

#include "base/xml_writer.hpp"
#include "ows/common/exception_report.hpp"
#include "ows/common/located_exception.hpp"
#include "ows/common/metadata.hpp"
#include "ows/wcs/version.hpp"

#include <fmt/format.h>

namespace ms::ows::wcs {

namespace {

constexpr std::string_view instances = "http://www.w3.org/2001/XMLSchema-instance";

/// With three numbers, as reports write versions.
std::string whole_version(std::string_view text)
{
    auto const parts = parse_version(text);
    return parts ? fmt::format("{}", fmt::join(*parts, ".")) : std::string{text};
}

/// The reported error, with the parameter that caused it.
struct Report {
    Complaint complaint;
    std::string_view locator;
    std::string schemas;
    std::string version;
};

std::string old_report(Report const& report)
{
    XmlWriter xml{"<?xml version='1.0' encoding=\"UTF-8\" ?>\n"};
    xml.open("ServiceExceptionReport")
        .attribute("version", "1.2.0")
        .attribute("xmlns", "http://www.opengis.net/ogc")
        .attribute("xmlns:xsi", instances)
        .attribute("xsi:schemaLocation",
                   "http://www.opengis.net/ogc " + report.schemas + "/wcs/1.0.0/OGC-exception.xsd");
    xml.open("ServiceException")
        .attribute("code", report.complaint.code)
        .attribute("locator", report.locator)
        .text(report.complaint.message)
        .close()
        .close();
    return xml.take();
}

std::string common_report(Report const& report, Family family)
{
    bool const is_20 = family == Family::V20;
    std::string const space =
        is_20 ? "http://www.opengis.net/ows/2.0" : "http://www.opengis.net/ows/1.1";
    XmlWriter xml{"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"};
    xml.open("ows:ExceptionReport")
        .attribute("xmlns:ows", space)
        .attribute("xmlns:xsi", instances)
        .attribute("version", report.version)
        .attribute("xml:lang", "en-US")
        .attribute("xsi:schemaLocation", space + " " + report.schemas +
                                             (is_20 ? "/ows/2.0/owsExceptionReport.xsd"
                                                    : "/ows/1.1.0/owsExceptionReport.xsd"));
    xml.open("ows:Exception")
        .attribute("exceptionCode", report.complaint.code)
        .attribute("locator", report.locator)
        .element("ows:ExceptionText", report.complaint.message)
        .close()
        .close();
    return xml.take();
}

} // namespace

http::Response exception_report(Call const& call, std::string_view version,
                                std::exception const& error)
{
    auto const family = family_of(version);
    Report report{complaint_about(error), locator_of(error, "mapserv"),
                  schemas_location(*call.map, Service::Wcs), whole_version(version)};
    if (report.complaint.code.empty()) {
        report.complaint.code = "NoApplicableCode";
    }
    // The statuses of 2.0 are the standard's: no setting goes before them.
    bool const is_old = family == Family::V10;
    auto const status = family == Family::V20 ? report.complaint.status
                                              : http_status(report.complaint, call.settings);
    auto response = http::text_response(
        status, is_old ? "application/vnd.ogc.se_xml; charset=UTF-8" : "text/xml; charset=UTF-8",
        is_old ? old_report(report) : common_report(report, family));
    response.failure = error.what();
    response.error_kind = kind_of(error);
    return response;
}

} // namespace ms::ows::wcs
