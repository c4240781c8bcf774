internal import Glibc
internal import WorkbookKit

exit(Tool.run(Array(CommandLine.arguments.dropFirst())).rawValue)
