public import Foundation

/// The entities that a stack knows. It may not change once a coordinator uses it.
open class NSManagedObjectModel: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked Sendable because it is changed only while it is being built; see `freeze`.

  /// The entities, subentities included.
  open var entities: [NSEntityDescription] = [] {
    willSet { requireMutable() }
    didSet { for entity in entities { entity.owningModel = self } }
  }
  /// Names for a version of the model, beside its hashes.
  open var versionIdentifiers: Set<AnyHashable> = [] { willSet { requireMutable() } }
  /// Texts of the entities in the reader's language.
  open var localizationDictionary: [String: String]?

  private(set) var fetchRequestTemplates: [String: NSPersistentStoreRequest] = [:]
  private var entitiesByConfiguration: [String: [NSEntityDescription]] = [:]
  private var isFrozen = false
  /// What the model was read from; nil for one that was written in code.
  var origin: ModelOrigin?
  /// Put together once, when nothing can change any more.
  private var frozenByName: [String: NSEntityDescription]?
  private var frozenNames: SchemaNames?
  private var frozenRecord: Data?
  private var frozenDatabase: EmptyDatabase?
  private var frozenChecksum: String?

  /// A model without entities.
  public required override init() {}

  /// The entities by name.
  open var entitiesByName: [String: NSEntityDescription] {
    if let frozenByName { return frozenByName }
    return Dictionary(entities.map { ($0.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The names of the subsets of entities that single stores can be given.
  open var configurations: [String] { entitiesByConfiguration.keys.sorted() }

  /// The entities of a configuration; all of them for nil.
  open func entities(forConfigurationName name: String?) -> [NSEntityDescription]? {
    guard let name, name != Self.defaultConfiguration else { return entities }
    return entitiesByConfiguration[name]
  }

  /// Makes or replaces a configuration.
  open func setEntities(_ entities: [NSEntityDescription], forConfigurationName name: String) {
    requireMutable()
    entitiesByConfiguration[name] = entities
  }

  static let defaultConfiguration = "PF_DEFAULT_CONFIGURATION_NAME"

  open override func isEqual(_ object: Any?) -> Bool { saysTheSame(as: object) }
  open override var hash: Int { entities.count }

  /// A model with copies of all entities, which may be changed.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = type(of: self).init()
    copy.entities = NSManagedObjectModel.copies(of: entities)
    copy.versionIdentifiers = versionIdentifiers
    copy.localizationDictionary = localizationDictionary
    copy.origin = origin
    copy.fetchRequestTemplates = fetchRequestTemplates
    let byName = copy.entitiesByName
    copy.entitiesByConfiguration = entitiesByConfiguration.mapValues { entities in
      entities.compactMap { byName[$0.name ?? ""] }
    }
    return copy
  }

  func setTemplate(_ request: NSPersistentStoreRequest?, forName name: String) {
    requireMutable()
    fetchRequestTemplates[name] = request
  }
}

// MARK: Being in use

extension NSManagedObjectModel {
  private static let freezing = NSRecursiveLock()

  /// Ends the time of changes; called by the first coordinator and by the first object.
  /// A model that does not fit together traps here, with everything that is wrong with it.
  func freeze() {
    Self.freezing.withLock {
      guard !isFrozen else { return }
      let problems = problems
      guard problems.isEmpty else {
        fatalError("This model cannot be used:\n" + problems.map(\.text).joined(separator: "\n"))
      }
      for entity in entities { entity.freeze() }
      frozenByName = entitiesByName
      isFrozen = true
    }
  }

  /// The names that it goes by in SQLite files, put together for the first store; it freezes.
  var schemaNames: SchemaNames {
    Self.freezing.withLock {
      if let frozenNames { return frozenNames }
      let names = SchemaNames(model: self)
      frozenNames = names
      return names
    }
  }

  /// What new stores keep of it, put together for the first of them.
  func modelRecord() throws -> Data {
    try Self.freezing.withLock {
      if let frozenRecord { return frozenRecord }
      freeze()
      let record = try ModelRecord(of: self).data()
      frozenRecord = record
      return record
    }
  }

  /// What its stores in memory begin with; nil before the first of them.
  var emptyDatabase: EmptyDatabase? {
    get { Self.freezing.withLock { frozenDatabase } }
    set { Self.freezing.withLock { frozenDatabase = newValue } }
  }

  func requireMutable() {
    guard isFrozen else { return }
    fatalError(
      "Can't modify an immutable model: it is in use by a coordinator or an object. "
        + "Make the change before first use, or in a copy() of the model.")
  }
}

// MARK: Versions

extension NSManagedObjectModel {
  /// The fingerprints of the entities, by name; a store keeps those it was written with.
  public final var entityVersionHashesByName: [String: Data] {
    entitiesByName.mapValues(\.versionHash)
  }

  /// One text for the versions of all entities.
  public final var versionChecksum: String {
    Self.freezing.withLock {
      if let frozenChecksum { return frozenChecksum }
      let text = entities.map(\.canonicalText).sorted().joined(separator: "\n\n")
      let checksum = Data(SHA256.digest(of: text)).base64EncodedString()
      if isFrozen { frozenChecksum = checksum }
      return checksum
    }
  }

  /// Whether a store with this metadata was written with the entities of a configuration.
  public final func isConfiguration(
    withName name: String?, compatibleWithStoreMetadata metadata: [String: Any]
  ) -> Bool {
    guard let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data],
      let entities = entities(forConfigurationName: name)
    else { return false }
    // A store of the whole model is one of each part of it, too.
    let allowed = Dictionary(
      (name == nil ? entities : self.entities).map { ($0.name ?? "", $0.versionHash) },
      uniquingKeysWith: { first, _ in first })
    guard entities.allSatisfy({ hashes[$0.name ?? ""] != nil }),
      hashes.keys.allSatisfy({ allowed[$0] != nil })
    else { return false }
    if let stored = StoredTables(in: metadata) {
      return fits(stored, named: hashes.keys, configuration: name)
    }
    return hashes.allSatisfy { allowed[$0.key] == $0.value }
  }

  /// Whether tables that Apple made are those of some entities. The names of entities are in its
  /// metadata, and for ones that were renamed only there.
  private func fits(
    _ stored: StoredTables, named names: Dictionary<String, Data>.Keys,
    configuration: String?
  ) -> Bool {
    // The answer must not freeze the model.
    guard problems.isEmpty, let model = isFrozen ? self : copy() as? NSManagedObjectModel else {
      return false
    }
    let entities = model.entities(forConfigurationName: configuration) ?? model.entities
    var stored = stored
    stored.rename(to: names, as: model.schemaNames)
    let layout = StoredLayout(names: model.schemaNames, entities: entities, tables: stored)
    return layout.strangeNumber() == nil && layout.missingColumn() == nil
  }
}

extension NSManagedObjectModel {
  /// The requests kept with the model, by name.
  public final var fetchRequestTemplatesByName: [String: NSFetchRequest<any NSFetchRequestResult>] {
    fetchRequestTemplates.compactMapValues { $0 as? NSFetchRequest<any NSFetchRequestResult> }
  }

  /// Keeps a request with the model. Its result type is not kept: that would make
  /// another class of it.
  public final func setFetchRequestTemplate<ResultType>(
    _ request: NSFetchRequest<ResultType>, forName name: String
  ) {
    setTemplate(request.untyped, forName: name)
  }

  /// Keeps a request with the model, or forgets it.
  public final func setFetchRequestTemplate(
    _ request: NSFetchRequest<any NSFetchRequestResult>?, forName name: String
  ) {
    setTemplate(request, forName: name)
  }

  /// The request of that name, as it is kept; copy it before changing it.
  public final func fetchRequestTemplate(
    forName name: String
  ) -> NSFetchRequest<any NSFetchRequestResult>? {
    fetchRequestTemplatesByName[name]
  }

  /// A new request made from a template, with values for the variables of its predicate.
  public final func fetchRequestFromTemplate(
    withName name: String, substitutionVariables variables: [String: Any]
  ) -> NSFetchRequest<any NSFetchRequestResult>? {
    let template = fetchRequestTemplate(forName: name)
    guard let request = template?.copy() as? NSFetchRequest<any NSFetchRequestResult> else {
      return nil
    }
    request.predicate = request.predicate?.substituting(variables)
    return request
  }
}
