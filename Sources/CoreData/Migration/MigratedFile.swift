internal import Foundation

/// A store that is being made beside the place that it will take.
struct MigratedFile {
  let url: URL
  private let place: URL
  private let type: NSPersistentStore.StoreType
  private static let mark = "-migrated-"

  init(for place: URL, _ type: NSPersistentStore.StoreType) {
    (self.place, self.type) = (place, type)
    url = URL(fileURLWithPath: "\(place.path)\(Self.mark)\(UUID().uuidString)")
  }

  func takePlace() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: NSManagedObjectModel())
    if type == .sqlite {
      try coordinator.replacePersistentStore(
        at: place, withPersistentStoreFrom: url, type: type)
    } else {
      let files = StoreFiles(url: place)
      try files.requireClosed(to: "replaced")
      if rename(url.path, place.path) != 0 {
        throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: place.path])
      }
    }
  }

  func discard() { Self.discard(url) }

  /// Takes away what a migration left here whose process was killed.
  func discardLeftovers() { leftovers.forEach(Self.discard) }

  /// The same before a store is opened that needs no migration any more: its process was killed
  /// when the new store had taken its place. While a migration is under way they are no leftovers.
  func discardLeftoversOfNobody() {
    guard !leftovers.isEmpty, let turn = try? MigrationTurn(at: place) else { return }
    discardLeftovers()
    turn.end()
  }

  private var leftovers: [URL] {
    let folder = place.deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasPrefix("\(place.lastPathComponent)\(Self.mark)") }
      .map { folder.appendingPathComponent($0) }
  }

  private static func discard(_ url: URL) {
    let files = StoreFiles(url: url)
    try? files.destroyLargeValues()
    for end in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: url.path + end)
    }
  }
}

/// The right to put a migrated store in the place of an older one. Only one migration has it, of
/// all processes; it ends with the process at the latest.
///
///     app                             extension
///     has the turn, reads             asks for the turn: refused, instead of reading the old file
///     puts the new file there         and later putting it over what the app saved meanwhile
struct MigrationTurn {
  private let file: Int32

  /// nil where there is nothing yet that could be replaced.
  init?(at place: URL) throws {
    try StoreFiles(url: place).requireFile(to: "migrated")
    try StoreFiles(url: place).requireClosed(to: "migrated")
    file = open(place.path, O_RDONLY | O_CLOEXEC)
    if file < 0 { return nil }
    var (mine, present) = (stat(), stat())
    guard flock(file, LOCK_EX | LOCK_NB) == 0, fstat(file, &mine) == 0,
      stat(place.path, &present) == 0, mine.st_ino == present.st_ino
    else {
      close(file)
      throw CocoaError.coreData(
        .migration, "The store at \(place.path)", "is being migrated by another process",
        wayOut: "Wait until that is done, then open the store with the new model.",
        [NSFilePathErrorKey: place.path])
    }
  }

  /// Only after all connections to the file are closed: closing it drops SQLite's own locks.
  func end() { close(file) }
}
