// Variables that code reaches through accessors which the compiler made.

private class Observed { dynamic var count = 0 }

func scenarioDynamicVariable(_ s: Stage) {
  let observed = Observed()
  s.thread("A") { observed.count += 1 }
  s.thread("B") { observed.count += 1 }
}

@propertyWrapper private struct Wrapped {
  private var value: Int
  init(wrappedValue: Int) { value = wrappedValue }
  var wrappedValue: Int {
    get { value }
    set { value = newValue }
  }
}

private final class Likes { @Wrapped var count = 0 }

func scenarioWrappedVariable(_ s: Stage) {
  let likes = Likes()
  s.thread("A") { likes.count += 1 }
  s.thread("B") { likes.count = 5 }
}
