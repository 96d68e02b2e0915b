// SPDX-License-Identifier: MIT
// An object within another one (the colour of a style, the metadata of a layer) is shared with its
// parent: the parent lives as long as a script holds the part, and a change of the part is a change
// of the parent. Attributes come as references; functions never return these classes that way.

%define %ms_part(Class)
%typemap(out) ms::script::Class const & {
    auto* const smartresult = new std::shared_ptr<ms::script::Class>(
        *smartarg1, const_cast<ms::script::Class*>($1));
    %set_output(SWIG_NewPointerObj(%as_voidptr(smartresult),
                                   $descriptor(std::shared_ptr< ms::script::Class > *),
                                   SWIG_POINTER_OWN));
}
%enddef

%ms_part(clusterObj)
%ms_part(colorObj)
%ms_part(fontSetObj)
%ms_part(hashTableObj)
%ms_part(labelCacheObj)
%ms_part(legendObj)
%ms_part(queryMapObj)
%ms_part(rectObj)
%ms_part(referenceMapObj)
%ms_part(scalebarObj)
%ms_part(symbolSetObj)
%ms_part(webObj)
