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

/// The views live as long as the error.
Report report_about(Call const& call, std::exception const& error)
{
    Report report{complaint_about(error), locator_of(error, ""),
                  schemas_location(*call.map, Service::Wfs)};
    if (report.complaint.code.empty()) {
        report.complaint.code = "NoApplicableCode";
        report.locator = report.locator.empty() ? std::string_view{"mapserv"} : report.locator;
    }
    return report;
}

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
    if (complaint.code == "CurrentUpdateSequence") {
        return 200; // the client has what it would be sent
    }
    return complaint.code == processing_failed ? 403 : complaint.status;
}

enum class Common : std::uint8_t { V10, V11 }; ///< versions of OWS Common

std::string common_report(Report const& report, Version version, Common common)
{
    bool const is_11 = common == Common::V11;
    std::string const space =
        is_11 ? "http://www.opengis.net/ows/1.1" : "http://www.opengis.net/ows";
    XmlWriter xml{declaration};
    xml.open("ows:ExceptionReport")
        .attribute("xmlns:xsi", instances)
        .attribute("xmlns:ows", space)
        .attribute("version", to_text(version))
        .attribute(is_11 ? "xml:lang" : "language", "en-US")
        .attribute("xsi:schemaLocation", space + " " + report.schemas +
                                             (is_11 ? "/ows/1.1.0/owsExceptionReport.xsd"
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

http::Response response_of(int status, std::string text, std::exception const& error)
{
    auto response = http::text_response(status, "text/xml; charset=UTF-8", std::move(text));
    response.failure = error.what();
    response.error_kind = kind_of(error);
    return response;
}

} // namespace

http::Response exception_report(Call const& call, Version version, std::exception const& error)
{
    auto const report = report_about(call, error);
    auto const usual = http_status(report.complaint, call.settings);
    if (version == Version::V100) {
        return response_of(usual, old_report(report), error);
    }
    if (version == Version::V110) {
        return response_of(usual, common_report(report, version, Common::V10), error);
    }
    // The statuses of 2.0.0 are the standard's (OGC 09-025r2, 7.5): no setting goes before them.
    return response_of(status_of(report.complaint), common_report(report, version, Common::V11),
                       error);
}

http::Response unversioned_report(Call const& call, Version usual, std::exception const& error)
{
    auto const report = report_about(call, error);
    return response_of(http_status(report.complaint, call.settings),
                       common_report(report, usual, Common::V10), error);
}

} // namespace ms::ows::wfs
