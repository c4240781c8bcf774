/// A value in a place of its own, for a class that looks at it at each step.
///
/// Swift checks at every look at a variable of a class that no other code is changing it meanwhile, unless
/// it can see that what changes it calls nothing. The sets of threads keep an array, so that it cannot;
/// these checks were a fourteenth of the instructions of a run. See also ``GrowingList``.
@propertyWrapper
final class Kept<Value> {
  private let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)

  init(wrappedValue: Value) { place.initialize(to: wrappedValue) }

  deinit {
    place.deinitialize(count: 1)
    place.deallocate()
  }

  var wrappedValue: Value {
    _read { yield place.pointee }
    _modify { yield &place.pointee }
  }
}
