/// Permanent IDs of one entity that nobody has yet. Their keys follow one another, so each is made
/// when somebody asks for it.
struct NewIDs: RandomAccessCollection {
  let origin: IDOrigin
  let keys: Range<Int64>

  var startIndex: Int { 0 }
  var endIndex: Int { keys.count }

  subscript(index: Int) -> NSManagedObjectID {
    NSManagedObjectID(origin, key: .row(keys.lowerBound + Int64(index)))
  }
}
