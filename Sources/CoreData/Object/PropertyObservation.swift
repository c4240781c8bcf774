/// Observes one property of one object until it is invalidated or released.
public final class ManagedObjectObservation {
  private weak var object: NSManagedObject?
  private let key: String
  private let observer: PropertyObserver

  init(_ object: NSManagedObject, _ key: String, _ observer: PropertyObserver) {
    self.object = object
    self.key = key
    self.observer = observer
  }

  deinit { invalidate() }

  /// Ends the observation. So does the end of this object.
  ///
  /// ```swift
  /// observation?.invalidate()
  /// ```
  public func invalidate() {
    object?.own?.observers[key]?.removeAll { $0 === observer }
  }
}

/// One closure that wants to hear of a property.
final class PropertyObserver {
  let changed: (NSManagedObject) -> Void
  init(_ changed: @escaping (NSManagedObject) -> Void) { self.changed = changed }
}

extension NSManagedObject {
  /// Calls `changed` after every change of the property: edits, refreshes and merges alike
  /// (fact I14). Takes the place of key-value observing, which Linux does not have.
  ///
  /// ```swift
  /// observation = room.observe("title") { room in
  ///   label.text = room.value(forKey: "title") as? String
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the name of the property.
  ///   - changed: is handed the object, where its context runs.
  /// - Returns: what keeps the observation; it ends when that is released.
  public final func observe(
    _ key: String, _ changed: @escaping (NSManagedObject) -> Void
  ) -> ManagedObjectObservation {
    let observer = PropertyObserver(changed)
    storage.observers[key, default: []].append(observer)
    flags.insert(.observed)
    return ManagedObjectObservation(self, key, observer)
  }

  final func tellObservers(of key: String) {
    for observer in own?.observers[key] ?? [] { observer.changed(self) }
  }

  /// Tells of every slot whose value is not what it was.
  final func tellObservers(ofChangesSince before: [Value]) {
    let layout = idScope.layout
    for (slot, value) in before.enumerated() where current(slot) != value {
      tellObservers(of: layout.slots[slot].name)
    }
    for relationship in layout.toMany { tellObservers(of: relationship.name) }
  }
}
