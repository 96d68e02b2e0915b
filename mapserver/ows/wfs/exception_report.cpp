// SPDX-License-Identifier: MIT
#include "ows/wfs/exception_report.hpp"

#include "base/xml_writer.hpp"
#include "ows/common/exception_report.hpp"
#include "ows/common/metadata.hpp"
#include "ows/wfs/version.hpp"
#include "ows/wfs/wfs_exception.hpp"

namespace ms::ows::wfs {

namespace {

constexpr std::string_view declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
constexpr std::string_view instances = "http://www.w3.org/2001/XMLSchema-instance";

/// The reported error, with the parameter that caused it.
struct Report {
    Complaint complaint;
    std::string_view locator;
    std::string schemas;
};

std::string old_report(Report const& report)
{
    XmlWriter xml{declaration};
    xml.open("ServiceExceptionReport")
        .attribute("version", "1.2.0")
        .attribute("xmlns", "http://www.opengis.net/ogc")
        .attribute("xmlns:xsi", instances)
        .attribute("xsi:schemaLocation",
                   "http://www.opengis.net/ogc " + report.schemas + "/wfs/1.0.0/OGC-exception.xsd");
    xml.open("ServiceException");
    xml.attribute("code", report.complaint.code);
    if (!report.locator.empty()) {
        xml.attribute("locator", report.locator);
    }
    xml.text(report.complaint.message).close().close();
    return xml.take();
}

/// OGC 09-025r2, table D.2: a request that is understood and refused all the same is a 403.
int status_of(Complaint const& complaint) noexcept
{
    return complaint.code == processing_failed ? 403 : complaint.status;
}

std::string common_report(Report const& report, Version version)
{
    bool const is_wfs20 = version == Version::V200;
    std::string const space =
        is_wfs20 ? "http://www.opengis.net/ows/1.1" : "http://www.opengis.net/ows";
    XmlWriter xml{declaration};
    xml.open("ows:ExceptionReport")
        .attribute("xmlns:xsi", instances)
        .attribute("xmlns:ows", space)
        .attribute("version", to_text(version))
        .attribute(is_wfs20 ? "xml:lang" : "language", "en-US")
        .attribute("xsi:schemaLocation", space + " " + report.schemas +
                                             (is_wfs20 ? "/ows/1.1.0/owsExceptionReport.xsd"
                                                       : "/ows/1.0.0/owsExceptionReport.xsd"));
    xml.open("ows:Exception").attribute("exceptionCode", report.complaint.code);
    if (!report.locator.empty()) {
        xml.attribute("locator", report.locator);
    }
    if (!report.complaint.message.empty()) {
        xml.element("ows:ExceptionText", report.complaint.message);
    }
    xml.close().close();
    return xml.take();
}

} // namespace

http::Response exception_report(Call const& call, Version version, std::exception const& error)
{
    auto const* const own = dynamic_cast<WfsException const*>(&error);
    Report report{complaint_about(error),
                  own == nullptr ? std::string_view{} : std::string_view{own->locator()},
                  schemas_location(*call.map, Service::Wfs)};
    if (report.complaint.code.empty()) {
        report.complaint.code = "NoApplicableCode";
        report.locator = report.locator.empty() ? std::string_view{"mapserv"} : report.locator;
    }
    // The statuses of 2.0.0 are the standard's (OGC 09-025r2, 7.5): no setting goes before them.
    bool const is_fixed = version == Version::V200 && !report.complaint.code.ends_with("Sequence");
    auto const status =
        is_fixed ? status_of(report.complaint) : http_status(report.complaint, call.settings);
    auto response = http::text_response(status, "text/xml; charset=UTF-8",
                                        version == Version::V100 ? old_report(report)
                                                                 : common_report(report, version));
    response.failure = error.what();
    response.error_kind = kind_of(error);
    return response;
}

} // namespace ms::ows::wfs
