// What a terminal is given to show is made of it, so a file that imports Terminal has it too.
@_exported public import StyledText
