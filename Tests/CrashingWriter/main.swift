import CoreData
import Foundation

// Saves batch after batch of notes into the store at the first argument, prints the number of each
// batch once its save has returned, and is killed in the middle of it: after as many microseconds
// as the second argument says the kernel sends SIGKILL, wherever the program is then. With the
// third argument `history` the store keeps one; `binary` or `xml` makes it a store of that type.

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

let arguments = CommandLine.arguments
guard arguments.count >= 3, let microseconds = Int(arguments[2]) else {
  fatalError("usage: CrashingWriter STORE MICROSECONDS [history|binary|xml]")
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
