// SPDX-License-Identifier: MIT
// Sequences of numbers are tuples; any sequence is taken.

%fragment("ms_sequence", "header") %{
namespace {

/// A new reference to a tuple: a list may be changed by the conversion of an item, which can run
/// code of the script.
PyObject* to_tuple(PyObject* object, char const* complaint)
{
    PyObject* const sequence = PySequence_Fast(object, complaint);
    if (sequence == nullptr || PyTuple_Check(sequence)) {
        return sequence;
    }
    PyObject* const tuple = PyList_AsTuple(sequence);
    Py_DECREF(sequence);
    return tuple;
}

template <typename Number>
bool to_numbers(PyObject* object, std::vector<Number>& numbers)
{
    if (object == Py_None) {
        return true;
    }
    PyObject* const sequence = to_tuple(object, "expected a sequence of numbers");
    if (sequence == nullptr) {
        return false;
    }
    auto const size = PyTuple_GET_SIZE(sequence);
    for (Py_ssize_t i = 0; i < size && PyErr_Occurred() == nullptr; ++i) {
        PyObject* const item = PyTuple_GET_ITEM(sequence, i);
        if constexpr (std::is_integral_v<Number>) {
            long const number = PyLong_AsLong(item);
            if (number != static_cast<Number>(number)) {
                PyErr_SetString(PyExc_OverflowError, "a number is too large");
            }
            numbers.push_back(static_cast<Number>(number));
        } else {
            numbers.push_back(PyFloat_AsDouble(item));
        }
    }
    Py_DECREF(sequence);
    return PyErr_Occurred() == nullptr;
}

template <typename Number>
PyObject* from_numbers(std::vector<Number> const& numbers)
{
    PyObject* const tuple = PyTuple_New(static_cast<Py_ssize_t>(numbers.size()));
    for (std::size_t i = 0; tuple != nullptr && i < numbers.size(); ++i) {
        PyObject* item = nullptr;
        if constexpr (std::is_integral_v<Number>) {
            item = PyLong_FromLong(numbers[i]);
        } else {
            item = PyFloat_FromDouble(numbers[i]);
        }
        PyTuple_SET_ITEM(tuple, static_cast<Py_ssize_t>(i), item);
    }
    return tuple;
}

} // namespace
%}

%define %ms_numbers(Number)
%naturalvar std::vector<Number>;
%typemap(in, fragment="ms_sequence") std::vector<Number> {
    if (!to_numbers($input, $1)) SWIG_fail;
}
%typemap(in, fragment="ms_sequence") std::vector<Number> const & (std::vector<Number> temp) {
    if (!to_numbers($input, temp)) SWIG_fail;
    $1 = &temp;
}
%typemap(out, fragment="ms_sequence") std::vector<Number> { $result = from_numbers($1); }
%typemap(out, fragment="ms_sequence") std::vector<Number> const & { $result = from_numbers(*$1); }
%enddef

%fragment("ms_texts", "header", fragment="ms_text", fragment="ms_sequence") %{
namespace {

bool to_texts(PyObject* object, std::vector<std::string>& texts)
{
    if (object == Py_None) {
        return true;
    }
    if (PyUnicode_Check(object) || PyBytes_Check(object)) {
        PyErr_SetString(PyExc_TypeError, "expected a sequence of texts, not one text");
        return false;
    }
    PyObject* const sequence = to_tuple(object, "expected a sequence of texts");
    if (sequence == nullptr) {
        return false;
    }
    bool is_good = true;
    for (Py_ssize_t i = 0; is_good && i < PyTuple_GET_SIZE(sequence); ++i) {
        ms::script::Text text;
        is_good = to_text(PyTuple_GET_ITEM(sequence, i), text);
        texts.push_back(text.str());
    }
    Py_DECREF(sequence);
    return is_good;
}

} // namespace
%}
%typemap(in, fragment="ms_texts") std::vector<std::string> const & (std::vector<std::string> temp) {
    if (!to_texts($input, temp)) SWIG_fail;
    $1 = &temp;
}

%ms_numbers(int)
%ms_numbers(double)
