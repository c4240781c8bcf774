import CoreData
import Foundation
import Interleaving
import WorkbookKit

/// A picture that ships with the app.
final class Sticker: NSManagedObject {
  var name: String {
    get { value(forKey: "name") as? String ?? "" }
    set { setValue(newValue, forKey: "name") }
  }
  var isFavourite: Bool {
    get { value(forKey: "isFavourite") as? Bool ?? false }
    set { setValue(newValue, forKey: "isFavourite") }
  }
}

/// That a reader likes a sticker. Each way to refer to it is in the model.
final class Favourite: NSManagedObject {
  var sticker: Sticker? {
    get { value(forKey: "sticker") as? Sticker }
    set { setValue(newValue, forKey: "sticker") }
  }
  var stickerURI: URL? {
    get { value(forKey: "stickerURI") as? URL }
    set { setValue(newValue, forKey: "stickerURI") }
  }
  var stickerNumber: Int {
    get { value(forKey: "stickerNumber") as? Int ?? 0 }
    set { setValue(newValue, forKey: "stickerNumber") }
  }
  var stickerName: String {
    get { value(forKey: "stickerName") as? String ?? "" }
    set { setValue(newValue, forKey: "stickerName") }
  }
  /// A fetched property: all stickers with the name that is kept here.
  var stickersOfThatName: [Sticker] { value(forKey: "stickersOfThatName") as? [Sticker] ?? [] }

  /// What is drawn.
  var shown: Sticker? { sticker ?? stickersOfThatName.first }
}

extension NSManagedObjectModel {
  /// Two configurations: what ships, and what readers make of it.
  static let stickers: NSManagedObjectModel = {
    let sticker = entity(
      "Sticker", [("name", .stringAttributeType), ("isFavourite", .booleanAttributeType)])
    let favourite = entity(
      "Favourite",
      [
        ("stickerURI", .URIAttributeType), ("stickerNumber", .integer64AttributeType),
        ("stickerName", .stringAttributeType),
      ])
    let relationship = NSRelationshipDescription()
    (relationship.name, relationship.destinationEntity) = ("sticker", sticker)
    relationship.maxCount = 1
    let inverse = NSRelationshipDescription()
    (inverse.name, inverse.destinationEntity) = ("favourites", favourite)
    (relationship.inverseRelationship, inverse.inverseRelationship) = (inverse, relationship)
    sticker.properties += [inverse]
    favourite.properties += [relationship, stickersOfThatName(of: sticker)]

    let model = NSManagedObjectModel()
    model.entities = [sticker, favourite]
    model.setEntities([sticker], forConfigurationName: "Shipped")
    model.setEntities([favourite], forConfigurationName: "Own")
    return model
  }()

  private static func stickersOfThatName(
    of sticker: NSEntityDescription
  ) -> NSFetchedPropertyDescription {
    let property = NSFetchedPropertyDescription()
    property.name = "stickersOfThatName"
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = sticker
    request.predicate = NSPredicate(format: "name == $FETCH_SOURCE.stickerName")
    property.fetchRequest = request
    return property
  }

  private static func entity(
    _ name: String, _ attributes: [(String, NSAttributeType)]
  ) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.managedObjectClassName = "Volume.\(name)"
    entity.properties = attributes.map { name, type in
      let attribute = NSAttributeDescription()
      (attribute.name, attribute.attributeType) = (name, type)
      return attribute
    }
    return entity
  }
}

/// An app that ships a file of stickers. A reader likes the gull; then an update brings another
/// file, which was built anew.
final class StickerApp {
  private let runtime: Runtime
  private let folder: RunFolder
  /// Whether what ships is copied, and holds everything.
  private let isOneFile: Bool

  private init(_ runtime: Runtime, isOneFile: Bool) throws {
    (self.runtime, self.isOneFile) = (runtime, isOneFile)
    folder = try RunFolder(in: runtime)
  }

  private var shipped: URL { folder.file("shipped.sqlite") }
  private var own: URL { folder.file("own.sqlite") }

  /// Installs the app, lets the reader like the gull, updates the app and shows the favourite.
  static func lives(
    _ runtime: Runtime, inOneFile isOneFile: Bool = false,
    likes like: @escaping (Sticker, NSManagedObjectContext) throws -> Void,
    shows show: @escaping (NSManagedObjectContext) throws -> Sticker?
  ) throws {
    let app = try StickerApp(runtime, isOneFile: isOneFile)
    try app.install(["Anchor", "Gull"])
    let isStored = try app.launch { view in
      do {
        let gull = try view.stickers().first { $0.name == "Gull" }
        if let gull { try like(gull, view) }
        return true
      } catch {
        runtime.note("alert", error.localizedDescription)
        return false
      }
    }
    guard isStored else { return runtime.outcome("refused") }

    try app.install(["Anchor", "Buoy", "Gull"])
    let shown = try app.launch { view in try show(view)?.name }
    runtime.note("screen", "shows \(shown ?? "an empty frame")")
    runtime.outcome(shown == nil ? "lost" : shown == "Gull" ? "kept" : "other")
  }

  /// What the build of a version puts into the app, and its installation.
  private func install(_ names: [String]) throws {
    try runtime.untraced {
      for file in isOneFile ? [shipped, own] : [shipped] {
        try? FileManager.default.removeItem(at: file)
      }
      let maker = try context { coordinator in
        try coordinator.addPersistentStore(
          type: .sqlite, configuration: isOneFile ? nil : "Shipped", at: shipped,
          options: Self.options)
      }
      try maker.performAndWait {
        for name in names { Sticker(context: maker).name = name }
        try maker.save()
      }
      try maker.close()
      if isOneFile { try FileManager.default.copyItem(at: shipped, to: own) }
    }
  }

  private func launch<Result>(
    _ work: (NSManagedObjectContext) throws -> Result
  ) throws -> Result {
    let view = try context { coordinator in
      try coordinator.addPersistentStore(
        type: .sqlite, configuration: isOneFile ? nil : "Own", at: own, options: Self.options)
      if isOneFile { return }
      try coordinator.addPersistentStore(
        type: .sqlite, configuration: "Shipped", at: shipped,
        options: [NSReadOnlyPersistentStoreOption: true])
    }
    let result = try view.performAndWait { try work(view) }
    try view.close()
    return result
  }

  private func context(
    _ addStores: (NSPersistentStoreCoordinator) throws -> Void
  ) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: .stickers)
    try addStores(coordinator)
    let context = NSManagedObjectContext(.mainQueue)
    context.persistentStoreCoordinator = coordinator
    context.name = "view"
    return context
  }

  /// A shipped file has no journal beside it: nothing can be written where it lies. It is gone at
  /// the end of a run, so that it need not survive a loss of power.
  private static var options: [AnyHashable: Any] {
    [NSSQLitePragmasOption: ["journal_mode": "DELETE", "synchronous": "OFF"]]
  }
}

extension NSManagedObjectContext {
  /// Closes the stores, as the end of a process does.
  fileprivate func close() throws {
    guard let coordinator = persistentStoreCoordinator else { return }
    for store in coordinator.persistentStores { try coordinator.remove(store) }
  }

  /// The only favourite that the reader has.
  func favourite() throws -> Favourite? {
    try fetch(NSFetchRequest<Favourite>(entityName: "Favourite")).first
  }

  /// All stickers by name.
  func stickers() throws -> [Sticker] {
    let request = NSFetchRequest<Sticker>(entityName: "Sticker")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return try fetch(request)
  }
}
