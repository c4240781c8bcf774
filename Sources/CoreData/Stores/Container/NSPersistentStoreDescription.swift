public import Foundation

/// What a container needs to know to open a store.
open class NSPersistentStoreDescription: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked Sendable because it is filled in before it is handed to a container or
  // coordinator, and only read after that.
  /// The type of the store.
  open var type = NSSQLiteStoreType
  /// The part of the model that it holds; nil for all.
  open var configuration: String?
  /// Its file.
  open var url: URL?
  /// What it is opened with.
  open private(set) var options: [String: NSObject] = [:]
  /// Whether loading returns at once and tells its completion handler later.
  open var shouldAddStoreAsynchronously = false

  public override convenience init() { self.init(url: URL(fileURLWithPath: "/dev/null")) }

  /// A SQLite store at `url` that migrates by itself when its model changes.
  public init(url: URL) {
    self.url = url
    super.init()
    shouldMigrateStoreAutomatically = true
    shouldInferMappingModelAutomatically = true
  }

  /// Sets one option; nil removes it.
  open func setOption(_ option: NSObject?, forKey key: String) { options[key] = option }

  /// Whether it may not be written.
  open var isReadOnly: Bool {
    get { flag(NSReadOnlyPersistentStoreOption) }
    set { setFlag(newValue, NSReadOnlyPersistentStoreOption) }
  }

  /// Seconds to wait for another connection's lock on the file.
  open var timeout: TimeInterval {
    get { (options[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue ?? 5 }
    set { options[NSPersistentStoreTimeoutOption] = NSNumber(value: newValue) }
  }

  /// Whether a store of an older model is brought up to date.
  open var shouldMigrateStoreAutomatically: Bool {
    get { flag(NSMigratePersistentStoresAutomaticallyOption) }
    set { setFlag(newValue, NSMigratePersistentStoresAutomaticallyOption) }
  }

  /// Whether the way from the older model is worked out.
  open var shouldInferMappingModelAutomatically: Bool {
    get { flag(NSInferMappingModelAutomaticallyOption) }
    set { setFlag(newValue, NSInferMappingModelAutomaticallyOption) }
  }

  /// The pragmas that its connections set.
  open var sqlitePragmas: [String: NSObject] {
    options[NSSQLitePragmasOption] as? [String: NSObject] ?? [:]
  }

  /// Sets one pragma; nil removes it.
  open func setValue(_ value: NSObject?, forPragmaNamed name: String) {
    var pragmas = sqlitePragmas
    pragmas[name] = value
    options[NSSQLitePragmasOption] = pragmas as NSDictionary
  }

  private func flag(_ key: String) -> Bool { (options[key] as? NSNumber)?.boolValue ?? false }
  private func setFlag(_ value: Bool, _ key: String) { options[key] = NSNumber(value: value) }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSPersistentStoreDescription(url: url ?? URL(fileURLWithPath: "/dev/null"))
    copy.type = type
    copy.configuration = configuration
    copy.url = url
    copy.options = options
    copy.shouldAddStoreAsynchronously = shouldAddStoreAsynchronously
    return copy
  }
}
