// What a terminal is given to show is made of it, so whoever imports Terminal has it too.
@_exported public import StyledText
