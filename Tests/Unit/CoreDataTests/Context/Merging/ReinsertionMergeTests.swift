import Foundation
import Testing

@testable import CoreData

/// One context deletes a row, and the save of another inserts it again: the first has its objects
/// tied to the one that is there now, not to the one that it has deleted.
struct ReinsertionMergeTests {
  @Test(arguments: WebStack.types, [false, true])
  func `what was inserted again is found by all who refer to it`(
    type: NSPersistentStore.StoreType, isAutomatic: Bool
  ) throws {
    let stack = try WebStack(type)
    let (deleter, saver) = (stack.context("deleter"), stack.context("saver"))
    deleter.automaticallyMergesChangesFromParent = isAutomatic
    saver.mergePolicy = NSMergePolicy.overwrite
    let held = try deleter.performAndWait {
      let tag = deleter.insert("Tag", ["name": "tag", "value": 1])
      let node = deleter.insert("Node", ["name": "node", "value": 1])
      let item = deleter.insert("Item", ["name": "item", "value": 1])
      item.setValue(tag, forKey: "box")
      node.setValue(tag, forKey: "favourite")
      node.mutableSetValue(forKey: "likes").add(tag)
      node.mutableOrderedSetValue(forKey: "best").add(tag)
      try deleter.save()
      return [node, item]
    }
    let saved = Listener(.NSManagedObjectContextDidSave, saver)
    let copy = try saver.performAndWait {
      let tag = try saver.fetch(NSFetchRequest<NSManagedObject>(entityName: "Tag"))[0]
      tag.willAccessValue(forKey: nil)
      return tag
    }
    try deleter.performAndWait {
      _ = try WebPicture(of: deleter)
      let tag = try deleter.fetch(NSFetchRequest<NSManagedObject>(entityName: "Tag"))[0]
      deleter.delete(tag)
      try deleter.save()
    }
    try saver.performAndWait {
      copy.setValue(2, forKey: "value")
      try saver.save()
    }
    let shown = try deleter.performAndWait {
      if !isAutomatic {
        for notification in saved.notifications {
          deleter.mergeChanges(fromContextDidSave: notification)
        }
      }
      return try WebPicture(of: deleter)
    }
    let stored = try stack.stored()
    #expect(shown == stored)
    withExtendedLifetime(held) {}
  }
}
