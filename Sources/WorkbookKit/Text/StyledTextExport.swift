// Reports and pictures are made of it, so whoever imports WorkbookKit has it too.
@_exported public import StyledText
