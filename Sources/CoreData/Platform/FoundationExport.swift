// As on Apple's systems, whoever imports CoreData has Foundation too: predicates, sort descriptors,
// dates and URLs are part of its interface.
@_exported public import Foundation
