// Reports and pictures are made of it, so a file that imports WorkbookKit has it too.
@_exported public import StyledText
