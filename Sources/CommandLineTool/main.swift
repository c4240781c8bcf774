internal import Glibc
internal import WorkbookKit

// Started by a check, to have our own right and wrong answers examined.
examineSamplesIfAsked(of: Catalogue.shipped.exercises)
exit(Tool.run(Array(CommandLine.arguments.dropFirst())).rawValue)
