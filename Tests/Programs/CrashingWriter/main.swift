import CoreData
import Foundation

// Saves batch after batch of notes into the store at the first argument, prints the number of each
// batch once its save has returned, and is killed in the middle of it: after as many microseconds
// as the second argument says the kernel sends SIGKILL, wherever the program is then. With the
// third argument `history` the store keeps one; `binary` or `xml` makes it a store of that type.
//
// With `infer` or `map` it migrates the store to the next model instead, where batches are rounds:
// as Core Data does by itself, or by a mapping model. With `add` it only adds an attribute. With a fourth argument, the name of a phase
// of a mapping, it is killed there, else by the clock, and otherwise prints `migrated`. With
// `stages` it does so in stages.

/// Has the kernel kill this process after a while, without a thread that waits for it.
func arrangeDeath(after microseconds: Int) {
  var event = sigevent()
  event.sigev_notify = Int32(SIGEV_SIGNAL)
  event.sigev_signo = SIGKILL
  var timer: timer_t?
  guard timer_create(CLOCK_MONOTONIC, &event, &timer) == 0 else { fatalError("no timer to die by") }
  var moment = itimerspec()
  moment.it_value = timespec(
    tv_sec: microseconds / 1_000_000, tv_nsec: microseconds % 1_000_000 * 1000)
  timer_settime(timer, 0, &moment, nil)
}

func makeModel() -> NSManagedObjectModel {
  let note = NSEntityDescription()
  note.name = "Note"
  note.properties = ["batch", "text"].map { name in
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = name == "batch" ? .integer64AttributeType : .stringAttributeType
    return attribute
  }
  let model = NSManagedObjectModel()
  model.entities = [note]
  return model
}

/// Batch `number`: twenty new notes, and every note of the batch before it says that it is old.
func write(_ number: Int, in context: NSManagedObjectContext) throws {
  try context.performAndWait {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
    request.predicate = NSPredicate(format: "batch == %d", number - 1)
    for note in try context.fetch(request) { note.setValue("old", forKey: "text") }
    for _ in 0..<20 {
      let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
      note.setValue(number, forKey: "batch")
      note.setValue("new", forKey: "text")
    }
    try context.save()
    context.reset()
  }
}

func makeNextModel() -> NSManagedObjectModel {
  let model = makeModel()
  let batch = model.entities[0].attributesByName["batch"]
  batch?.name = "round"
  batch?.renamingIdentifier = "batch"
  return model
}

/// Kills the process in the phase that the command line names.
final class DyingPolicy: NSEntityMigrationPolicy {
  private func reach(_ phase: String) {
    if CommandLine.arguments.last == phase { kill(getpid(), SIGKILL) }
  }

  override func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) {
    reach("begin")
  }
  override func endInstanceCreation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager
  ) { reach("created") }
  override func endRelationshipCreation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager
  ) { reach("connected") }
  override func performCustomValidation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager
  ) { reach("validated") }
  override func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) {
    reach("waiting")
    // The test that started this looks on while the migration stands still.
    if CommandLine.arguments.last == "stop" {
      FileHandle.standardOutput.write(Data("stopped\n".utf8))
      _ = readLine()
    }
  }
}

/// The model in which notes have a mood, too.
func makeLongerModel() -> NSManagedObjectModel {
  let model = makeModel()
  let mood = NSAttributeDescription()
  mood.name = "mood"
  mood.attributeType = .stringAttributeType
  mood.defaultValue = "calm"
  model.entities[0].properties.append(mood)
  return model
}

func addAttribute(_ store: URL, killedAfter microseconds: Int) throws {
  if microseconds > 0 { arrangeDeath(after: microseconds) }
  try open(store, with: makeLongerModel())
}

func open(_ store: URL, with model: NSManagedObjectModel) throws {
  try NSPersistentStoreCoordinator(managedObjectModel: model).addPersistentStore(
    type: .sqlite, at: store,
    options: [
      NSMigratePersistentStoresAutomaticallyOption: true,
      NSInferMappingModelAutomaticallyOption: true,
    ])
}

func migrate(_ store: URL, inferring: Bool, killedAfter microseconds: Int) throws {
  let (old, new) = (makeModel(), makeNextModel())
  let mapping = try NSMappingModel.inferredMappingModel(
    forSourceModel: old, destinationModel: new)
  mapping.entityMappings[0].entityMigrationPolicyClassName = NSStringFromClass(DyingPolicy.self)
  if microseconds > 0 { arrangeDeath(after: microseconds) }
  if inferring {
    try open(store, with: new)
  } else {
    let manager = NSMigrationManager(sourceModel: old, destinationModel: new)
    try manager.migrateStore(
      from: store, type: .sqlite, mapping: mapping, to: store, type: .sqlite)
  }
}

let arguments = CommandLine.arguments
guard arguments.count >= 3, let microseconds = Int(arguments[2]) else {
  fatalError("usage: CrashingWriter STORE MICROSECONDS [KIND [PHASE]]")
}
if arguments.count > 3, ["infer", "map", "add", "stages"].contains(arguments[3]) {
  let store = URL(fileURLWithPath: arguments[1])
  do {
    if arguments[3] == "stages" {
      try migrateInStages(store, killedAfter: microseconds)
    } else if arguments[3] == "add" {
      try addAttribute(store, killedAfter: microseconds)
    } else {
      try migrate(store, inferring: arguments[3] == "infer", killedAfter: microseconds)
    }
    print("migrated")
  } catch let error as CocoaError {
    print("refused \(error.errorCode)")
  }
  exit(0)
}
let coordinator = NSPersistentStoreCoordinator(managedObjectModel: makeModel())
let types: [String: NSPersistentStore.StoreType] = ["binary": .binary, "xml": .xml]
try coordinator.addPersistentStore(
  type: types[arguments[arguments.count - 1]] ?? .sqlite, at: URL(fileURLWithPath: arguments[1]),
  options: arguments.last == "history" ? [NSPersistentHistoryTrackingKey: true] : nil)
let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
context.persistentStoreCoordinator = coordinator
arrangeDeath(after: microseconds)
for number in 1... {
  try write(number, in: context)
  FileHandle.standardOutput.write(Data("\(number)\n".utf8))
}
