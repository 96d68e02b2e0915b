// SPDX-License-Identifier: MIT
// Text is str or None, Bytes is bytes. Bytes that are not UTF-8 survive the round trip.

%naturalvar ms::script::Text;

%fragment("ms_text", "header") %{
namespace {

PyObject* from_text(ms::script::Text const& text)
{
    if (text.is_null()) {
        Py_RETURN_NONE;
    }
    return PyUnicode_DecodeUTF8(text.str().data(), static_cast<Py_ssize_t>(text.str().size()),
                                "surrogateescape");
}

/// \return false with an exception set if the object is not a text
bool to_text(PyObject* object, ms::script::Text& text)
{
    if (object == Py_None) {
        text = {};
        return true;
    }
    if (PyUnicode_Check(object) && PyUnicode_IS_COMPACT_ASCII(object)) { // without a copy in between
        text = std::string(static_cast<char const*>(PyUnicode_DATA(object)),
                           static_cast<std::size_t>(PyUnicode_GET_LENGTH(object)));
        return true;
    }
    if (PyUnicode_Check(object)) {
        PyObject* const bytes = PyUnicode_AsEncodedString(object, "utf-8", "surrogateescape");
        if (bytes == nullptr) {
            return false;
        }
        text = std::string(PyBytes_AS_STRING(bytes), static_cast<std::size_t>(PyBytes_GET_SIZE(bytes)));
        Py_DECREF(bytes);
        return true;
    }
    if (PyBytes_Check(object)) {
        text = std::string(PyBytes_AS_STRING(object), static_cast<std::size_t>(PyBytes_GET_SIZE(object)));
        return true;
    }
    PyErr_Format(PyExc_TypeError, "expected str, bytes or None, not %s", Py_TYPE(object)->tp_name);
    return false;
}

} // namespace
%}

%typemap(in, fragment="ms_text") ms::script::Text {
    if (!to_text($input, $1)) SWIG_fail;
}
%typemap(in, fragment="ms_text") ms::script::Text const & (ms::script::Text temp) {
    if (!to_text($input, temp)) SWIG_fail;
    $1 = &temp;
}
%typemap(out, fragment="ms_text") ms::script::Text { $result = from_text($1); }
%typemap(out, fragment="ms_text") ms::script::Text const & { $result = from_text(*$1); }
%typemap(typecheck, precedence=SWIG_TYPECHECK_STRING) ms::script::Text, ms::script::Text const & {
    $1 = $input == Py_None || PyUnicode_Check($input) || PyBytes_Check($input);
}
%typemap(out) ms::script::Bytes {
    $result = PyBytes_FromStringAndSize($1.value.data(), static_cast<Py_ssize_t>($1.value.size()));
}
