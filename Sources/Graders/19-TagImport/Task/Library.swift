import CoreData
import Foundation
import Interleaving
import WorkbookKit

/// The app with its store, and the importers that deliver into it.
final class Library: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time.
  private let runtime: Runtime
  private let importer: any ImportsDeliveries
  private let coordinator: NSPersistentStoreCoordinator
  /// What was delivered and said to be stored, and what was said to be refused.
  private var (stored, refused): ([Item], [Item]) = ([], [])
  private var deliveries = 0
  /// The numbers of those that were told of.
  private var (told, missteps): (Set<Int>, [String]) = ([], [])
  private var colours: [String: String]
  private let looksWhenTold: Bool

  /// `colours` are the tags that are there already, with what readers have given them.
  init(
    _ runtime: Runtime, _ importer: any ImportsDeliveries, colours: [String: String] = [:],
    looksWhenTold: Bool = true
  ) throws {
    (self.runtime, self.importer, self.colours) = (runtime, importer, colours)
    self.looksWhenTold = looksWhenTold
    let model = Self.model()
    importer.prepare(model)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try runtime.untraced {
      try coordinator.addPersistentStore(type: .sqlite, at: URL(filePath: "/dev/null"))
    }
    self.coordinator = coordinator
    try runtime.untraced {
      try look { context in
        for (name, colour) in colours.sorted(by: { $0.key < $1.key }) {
          let tag = Tag(context: context)
          (tag.name, tag.colour) = (name, colour)
          try context.save()
        }
      }
    }
    importer.open(coordinator)
  }

  /// A reader gives a tag a colour.
  func paint(_ name: String, _ colour: String) {
    attempt { try runtime.untraced { try give(name, colour) } }
  }

  /// The same while others are at work.
  func paintMeanwhile(_ name: String, _ colour: String) {
    attempt { try give(name, colour) }
  }

  /// What others have changed of the tag meanwhile stays, but for the colour.
  private func give(_ name: String, _ colour: String) throws {
    colours[name] = colour
    try look { context in
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      let request = NSFetchRequest<Tag>(entityName: "Tag")
      request.predicate = NSPredicate(format: "name == %@", name)
      for tag in try context.fetch(request) { tag.colour = colour }
      try context.save()
    }
  }

  /// A delivery arrives, on the thread that calls this.
  func deliver(_ items: [Item], whenTold: @escaping @Sendable () -> Void = {}) {
    let number = deliveries
    deliveries += 1
    importer.store(items) { [self] error in
      runtime.note(ListenerFact.told)
      guard told.insert(number).inserted else { return missteps.append("told-twice") }
      hear(items, error)
      whenTold()
    }
  }

  private func hear(_ items: [Item], _ error: (any Error)?) {
    let isTooLong = items.contains { $0.text.count > Note.longestText }
    switch (error, isTooLong) {
    case (nil, true): missteps.append("error-swallowed")
    case (nil, false):
      stored += items
      if looksWhenTold {
        attempt { if !(try isStored(items)) { missteps.append("said-too-soon") } }
      }
    case (.some, true): refused += items
    case (.some, false): missteps.append("refused")
    }
  }

  private func isStored(_ items: [Item]) throws -> Bool {
    var isStored = true
    try runtime.untraced {
      try look { context in
        let texts = try context.fetch(NSFetchRequest<Note>(entityName: "Note")).map(\.text)
        isStored = items.allSatisfy { item in
          texts.count { $0 == item.text } >= items.count { $0.text == item.text }
        }
      }
    }
    return isStored
  }

  private func look(_ work: (NSManagedObjectContext) throws -> Void) throws {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.name = "look"
    try context.performAndWait { try work(context) }
  }
}

// MARK: What came of it

extension Library {
  func outcome() throws -> String {
    if let misstep = missteps.first { return misstep }
    if told.count < deliveries { return "not-told" }
    var (notes, tags): ([Item], [(name: String, colour: String)]) = ([], [])
    try runtime.untraced {
      try look { context in
        notes = try context.fetch(NSFetchRequest<Note>(entityName: "Note"))
          .map { Item($0.text, $0.tag?.name ?? "") }
        tags = try context.fetch(NSFetchRequest<Tag>(entityName: "Tag"))
          .map { ($0.name, $0.colour) }
      }
    }
    return misstep(of: notes) ?? misstep(of: tags) ?? "imported"
  }

  private func misstep(of notes: [Item]) -> String? {
    let texts = notes.map(\.text).sorted()
    let expected = stored.map(\.text).sorted()
    if texts.contains(where: { text in refused.contains { $0.text == text } }) {
      return "half-stored"
    }
    if texts != expected { return texts.count < expected.count ? "note-lost" : "note-twice" }
    let pairs = { (items: [Item]) in items.map { "\($0.text) #\($0.tag)" }.sorted() }
    return pairs(notes) == pairs(stored) ? nil : "untagged"
  }

  private func misstep(of tags: [(name: String, colour: String)]) -> String? {
    let names = tags.map(\.name)
    if Set(names).count < names.count { return "two-tags" }
    let expected = Set(stored.map(\.tag)).union(colours.keys)
    if !expected.isSubset(of: names) { return "tag-lost" }
    if !Set(names).isSubset(of: expected.union(refused.map(\.tag))) { return "tag-lost" }
    return tags.allSatisfy { $0.colour == colours[$0.name, default: ""] } ? nil : "recoloured"
  }
}

// MARK: The model

extension Library {
  private static func model() -> NSManagedObjectModel {
    let (tag, note) = (NSEntityDescription(), NSEntityDescription())
    (tag.name, note.name) = ("Tag", "Note")
    (tag.managedObjectClassName, note.managedObjectClassName) = ("TagImport.Tag", "TagImport.Note")
    let (tags, notes) = (NSRelationshipDescription(), NSRelationshipDescription())
    (tags.name, tags.destinationEntity, tags.maxCount) = ("tag", tag, 1)
    (notes.name, notes.destinationEntity, notes.maxCount) = ("notes", note, 0)
    (tags.deleteRule, notes.deleteRule) = (.nullifyDeleteRule, .nullifyDeleteRule)
    (tags.inverseRelationship, notes.inverseRelationship) = (notes, tags)
    tag.properties = ["name", "colour"].map(text) + [notes]
    note.properties = [text("text"), tags]
    let model = NSManagedObjectModel()
    model.entities = [note, tag]
    return model
  }

  private static func text(_ name: String) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    (attribute.name, attribute.attributeType) = (name, .stringAttributeType)
    attribute.isOptional = true
    return attribute
  }
}
