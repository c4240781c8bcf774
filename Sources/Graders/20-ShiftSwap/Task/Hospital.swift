import CoreData
import Foundation
import Interleaving
import WorkbookKit

/// The app with its plan in a store, and those who swap.
final class Hospital: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time.
  private let runtime: Runtime
  private let swapper: any SwapsShifts
  private let coordinator: NSPersistentStoreCoordinator
  private let plan: Plan
  private var ids: [Slot: NSManagedObjectID] = [:]
  private var swaps: [Swap] = []
  private var answers: [Int: Bool] = [:]
  private var misstep: String?
  private let looksWhenTold: Bool
  /// The plan as each save leaves it: to ask the store would be a step that others can come before.
  private var current: Plan
  private var listener: (any NSObjectProtocol)?

  init(
    _ runtime: Runtime, _ swapper: any SwapsShifts, _ plan: Plan, looksWhenTold: Bool = false
  ) throws {
    self.looksWhenTold = looksWhenTold
    (self.runtime, self.swapper, self.plan, current) = (runtime, swapper, plan, plan)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model())
    try runtime.untraced {
      try coordinator.addPersistentStore(type: .sqlite, at: URL(filePath: "/dev/null"))
    }
    self.coordinator = coordinator
    try look { context in
      let slots = plan.people.keys.sorted { ($0.place, $0.night) > ($1.place, $1.night) }
      for slot in slots {
        let shift = Shift(context: context)
        (shift.night, shift.place) = (slot.night, slot.place)
        shift.person = plan.people[slot]!
        try context.save()
        ids[slot] = shift.objectID
      }
    }
    listener = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: nil, queue: nil
    ) { [unowned self] in heard($0) }
    swapper.open(coordinator)
  }

  deinit { if let listener { NotificationCenter.default.removeObserver(listener) } }

  private func heard(_ save: Notification) {
    guard let context = save.object as? NSManagedObjectContext,
      context.persistentStoreCoordinator === coordinator
    else { return }
    for case let shift as Shift in save.userInfo?[NSUpdatedObjectsKey] as? Set<NSManagedObject>
      ?? []
    {
      current.put(shift.person, in: Slot(shift.night, shift.place))
    }
    if !current.keepsTheRule { miss("rule-broken") }
  }

  /// Two have agreed, and tap; on the thread that calls this.
  func swap(_ swap: Swap, whenTold: @escaping @Sendable () -> Void = {}) {
    let number = swaps.count
    swaps.append(swap)
    swapper.swap(ids[swap.first]!, ids[swap.second]!) { [self] isSwapped in
      runtime.note(ListenerFact.told)
      if answers[number] != nil { return miss("told-twice") }
      answers[number] = isSwapped
      if looksWhenTold, isSwapped { lookForSwaps() }
      whenTold()
    }
  }

  /// Whether the store has what was told so far. Where nothing else is going on, one can ask it.
  private func lookForSwaps() {
    attempt {
      if try stored() != plan.swapping(swaps).plan { miss("said-otherwise") }
    }
  }

  private func miss(_ name: String) { misstep = misstep ?? name }

  private func look(_ work: (NSManagedObjectContext) throws -> Void) throws {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.name = "look"
    try runtime.untraced { try context.performAndWait { try work(context) } }
  }

  private func stored() throws -> Plan {
    var people: [Slot: String] = [:]
    try look { context in
      for shift in try context.fetch(NSFetchRequest<Shift>(entityName: "Shift")) {
        people[Slot(shift.night, shift.place)] = shift.person
      }
    }
    return Plan(people)
  }

  /// Right is what the swaps come to when one comes after the other, in whatever order.
  func outcome(inTurn: Bool) throws -> String {
    let stored = try stored()
    if !stored.keepsTheRule { return "rule-broken" }
    if let misstep { return misstep }
    if answers.count < swaps.count { return "not-told" }
    let answers = swaps.indices.map { self.answers[$0]! }
    let orders = inTurn ? [swaps] : [swaps, swaps.reversed()]
    let ends = orders.enumerated().map { index, order in
      let (plan, answers) = plan.swapping(order)
      return (plan: plan, answers: index == 0 ? answers : answers.reversed())
    }
    if ends.contains(where: { $0.plan == stored && $0.answers == answers }) { return "swapped" }
    // Those that were told of are stored, but one more had been possible.
    let told = swaps.indices.filter { answers[$0] }.map { swaps[$0] }
    if told.count < swaps.count, comes(to: stored, told) { return "refused" }
    if ends.contains(where: { $0.plan == stored }) { return "said-otherwise" }
    let isSomething = comes(to: stored, []) || swaps.contains { comes(to: stored, [$0]) }
    return isSomething ? "said-otherwise" : "mixed-up"
  }

  private func comes(to end: Plan, _ swaps: [Swap]) -> Bool {
    [swaps, swaps.reversed()].contains { plan.swapping($0).plan == end }
  }

  private static func model() -> NSManagedObjectModel {
    let shift = NSEntityDescription()
    (shift.name, shift.managedObjectClassName) = ("Shift", "ShiftSwap.Shift")
    shift.properties = ["night", "place", "person"].map { name in
      let attribute = NSAttributeDescription()
      (attribute.name, attribute.attributeType) = (name, .stringAttributeType)
      attribute.isOptional = true
      return attribute
    }
    let model = NSManagedObjectModel()
    model.entities = [shift]
    return model
  }
}
