public import Foundation
internal import Synchronization

/// Makes a store of another model out of a store, object by object, as a mapping model says.
///
/// The new store is written beside its place and takes it when it is whole: whenever the process
/// is killed, there is the old file or the new one. Objects are plain managed objects, whatever
/// classes the models name.
open class NSMigrationManager: NSObject {
  /// The model of what is read.
  public let sourceModel: NSManagedObjectModel
  /// The model of what is made.
  public let destinationModel: NSManagedObjectModel
  /// The mapping at work.
  open private(set) var mappingModel = NSMappingModel()
  /// The context of what is read; there while a store is migrated.
  open var sourceContext: NSManagedObjectContext { atWork("sourceContext").source }
  /// The context of what is made; there while a store is migrated.
  open var destinationContext: NSManagedObjectContext { atWork("destinationContext").destination }
  /// The entity mapping at work.
  open private(set) var currentEntityMapping = NSEntityMapping()
  /// From 0 to 1; may be asked from any thread.
  open var migrationProgress: Float { progress.withLock { $0 } }
  /// Without effect: all stores are migrated in the same way.
  open var usesStoreSpecificMigrationManager = true
  /// Notes for policies.
  open var userInfo: [AnyHashable: Any]?

  private let progress = Mutex<Float>(0)
  private let cancelled = Mutex<(any Error)?>(nil)
  private var associations: [String: Associations] = [:]
  private var contexts: (source: NSManagedObjectContext, destination: NSManagedObjectContext)?

  private func atWork(
    _ name: String
  ) -> (source: NSManagedObjectContext, destination: NSManagedObjectContext) {
    if let contexts { return contexts }
    misuse("\(name) is there only while the migration manager migrates a store.")
  }

  /// What became of what, in one entity mapping.
  private struct Associations {
    var pairs: [(source: NSManagedObject, destination: NSManagedObject)] = []
    var bySource: [ObjectIdentifier: [NSManagedObject]] = [:]
    var byDestination: [ObjectIdentifier: [NSManagedObject]] = [:]
  }

  /// A manager between two models.
  public init(sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel) {
    (self.sourceModel, self.destinationModel) = (sourceModel, destinationModel)
  }

  // MARK: Migrating

  /// Makes the store at `dURL` out of the one at `sourceURL`, which may be the same place.
  open func migrateStore(
    from sourceURL: URL, type sStoreType: NSPersistentStore.StoreType,
    options sOptions: [AnyHashable: Any]? = nil, mapping mappings: NSMappingModel, to dURL: URL,
    type dStoreType: NSPersistentStore.StoreType, options dOptions: [AnyHashable: Any]? = nil
  ) throws {
    mappingModel = mappings
    reset()
    let temporary = MigratedFile(for: dURL, dStoreType)
    let turn = try MigrationTurn(at: dURL)
    defer { turn?.end() }
    if turn != nil { temporary.discardLeftovers() }
    defer { temporary.discard() }
    var options = sOptions ?? [:]
    options[NSReadOnlyPersistentStoreOption] = true
    let source = try stack(sourceModel, sStoreType, sourceURL, options)
    let destination = try stack(destinationModel, dStoreType, temporary.url, dOptions)
    contexts = (source.context, destination.context)
    defer { contexts = nil }
    do {
      try run()
      try destination.context.save()
      try source.close()
      try destination.close()
    } catch {
      try? source.close()
      try? destination.close()
      throw error
    }
    try temporary.takePlace()
    progress.withLock { $0 = 1 }
  }

  /// Makes the store at `dURL` out of the one at `sourceURL`.
  open func migrateStore(
    from sourceURL: URL, sourceType sStoreType: String, options sOptions: [AnyHashable: Any]? = nil,
    with mappings: NSMappingModel?, toDestinationURL dURL: URL,
    destinationType dStoreType: String, destinationOptions dOptions: [AnyHashable: Any]? = nil
  ) throws {
    guard let mappings else {
      throw CocoaError.coreData(
        .migrationMissingMappingModel, "The migration of \(sourceURL.path)",
        "was given no mapping model", wayOut: "Make one, or have one inferred, and hand it over.")
    }
    try migrateStore(
      from: sourceURL, type: NSPersistentStore.StoreType(rawValue: sStoreType), options: sOptions,
      mapping: mappings, to: dURL, type: NSPersistentStore.StoreType(rawValue: dStoreType),
      options: dOptions)
  }

  /// Gives up as soon as it can: the migration throws this error and leaves everything as it was.
  /// May be called from any thread.
  open func cancelMigrationWithError(_ error: any Error) { cancelled.withLock { $0 = error } }

  /// Forgets what became of what.
  open func reset() {
    associations = [:]
    progress.withLock { $0 = 0 }
    cancelled.withLock { $0 = nil }
  }

  // MARK: What became of what

  /// Notes that one object became another.
  open func associate(
    sourceInstance: NSManagedObject, withDestinationInstance destinationInstance: NSManagedObject,
    for entityMapping: NSEntityMapping
  ) {
    var known = associations[entityMapping.name ?? ""] ?? Associations()
    known.pairs.append((sourceInstance, destinationInstance))
    known.bySource[ObjectIdentifier(sourceInstance), default: []].append(destinationInstance)
    known.byDestination[ObjectIdentifier(destinationInstance), default: []].append(sourceInstance)
    associations[entityMapping.name ?? ""] = known
  }

  /// What became of these objects in an entity mapping; of all for nil.
  open func destinationInstances(
    forEntityMappingName mappingName: String, sourceInstances: [NSManagedObject]?
  ) -> [NSManagedObject] {
    guard let known = associations[mappingName] else { return [] }
    guard let sourceInstances else { return known.pairs.map(\.destination) }
    return sourceInstances.flatMap { known.bySource[ObjectIdentifier($0)] ?? [] }
  }

  /// What these objects were, in an entity mapping; of all for nil.
  open func sourceInstances(
    forEntityMappingName mappingName: String, destinationInstances: [NSManagedObject]?
  ) -> [NSManagedObject] {
    guard let known = associations[mappingName] else { return [] }
    guard let destinationInstances else { return known.pairs.map(\.source) }
    return destinationInstances.flatMap { known.byDestination[ObjectIdentifier($0)] ?? [] }
  }

  /// The entity that a mapping reads.
  open func sourceEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
    mEntity.sourceEntityName.flatMap { sourceModel.entitiesByName[$0] }
  }

  /// The entity that a mapping makes.
  open func destinationEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
    mEntity.destinationEntityName.flatMap { destinationModel.entitiesByName[$0] }
  }

  /// What an object became in a mapping, in whatever mapping for nil.
  func destinations(of source: NSManagedObject, through name: String?) -> [NSManagedObject] {
    let names = name.map { [$0] } ?? mappingModel.entityMappings.map { $0.name ?? "" }
    return names.flatMap { associations[$0]?.bySource[ObjectIdentifier(source)] ?? [] }
  }

  // MARK: Going through the mappings

  private func run() throws {
    let mappings: [NSEntityMapping] = mappingModel.entityMappings ?? []
    let policies = try mappings.map { try policy(of: $0) }
    let work = Array(zip(mappings, policies))
    for (index, (mapping, policy)) in work.enumerated() {
      currentEntityMapping = mapping
      try policy.begin(mapping, with: self)
      let sources = try sources(of: mapping)
      for (done, source) in sources.enumerated() {
        try advance(to: index, done, of: sources.count)
        try policy.createDestinationInstances(forSource: source, in: mapping, manager: self)
      }
      try policy.endInstanceCreation(forMapping: mapping, manager: self)
    }
    for (index, (mapping, policy)) in work.enumerated() {
      currentEntityMapping = mapping
      let pairs = associations[mapping.name ?? ""]?.pairs ?? []
      for (done, (_, destination)) in pairs.enumerated() {
        try advance(to: work.count + index, done, of: pairs.count)
        try policy.createRelationships(forDestination: destination, in: mapping, manager: self)
      }
      try policy.endRelationshipCreation(forMapping: mapping, manager: self)
    }
    for (mapping, policy) in work {
      currentEntityMapping = mapping
      try policy.performCustomValidation(forMapping: mapping, manager: self)
      try policy.end(mapping, manager: self)
    }
    try checkCancelled()
  }

  /// Says how far it is: so many passes over a mapping, two for each, and so many objects of the
  /// next. The last hundredth is for saving.
  private func advance(to passes: Int, _ done: Int, of count: Int) throws {
    try checkCancelled()
    let all = Float(2 * mappingModel.entityMappings.count)
    progress.withLock { $0 = (Float(passes) + Float(done) / Float(count)) / all * 0.99 }
  }

  private func checkCancelled() throws {
    if let error = cancelled.withLock({ $0 }) { throw error }
  }

  /// The objects that a mapping is about.
  private func sources(of mapping: NSEntityMapping) throws -> [NSManagedObject] {
    guard let name = mapping.sourceEntityName,
      mapping.mappingType != .removeEntityMappingType
    else { return [] }
    if let expression = mapping.sourceExpression {
      let found = expression.operand(
        in: Evaluation(object: nil, variables: [NSMigrationManagerKey: self]))
      return found.plainValue as? [NSManagedObject] ?? []
    }
    let request = NSFetchRequest<NSManagedObject>(entityName: name)
    request.includesSubentities = false
    request.predicate = mapping.sourceFilter
    return try sourceContext.fetch(request)
  }
}
