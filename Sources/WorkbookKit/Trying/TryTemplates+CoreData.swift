extension TryStart.Template {
  static let coreDataText =
    model + """

      func scenario(_ s: Stage) throws {
        let container = try makeContainer()
        let setup = container.newBackgroundContext()
        try setup.performAndWait {
          let room = NSEntityDescription.insertNewObject(forEntityName: "Room", into: setup)
          room.setValue(0, forKey: "unread")
          try setup.save()
        }
        for name in ["A", "B"] {
          s.thread(name) {
            let context = container.newBackgroundContext()
            context.mergePolicy = NSMergePolicy.overwrite
            try context.performAndWait {
              let request = NSFetchRequest<NSManagedObject>(entityName: "Room")
              let room = try context.fetch(request)[0]
              let unread = room.value(forKey: "unread") as? Int ?? 0
              room.setValue(unread + 1, forKey: "unread")
              try context.save()
            }
          }
        }
        s.expect("counts both") {
          let context = container.newBackgroundContext()
          return try context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Room")
            return try context.fetch(request)[0].value(forKey: "unread") as? Int == 2
          }
        }
      }

      """

  static let nestedText =
    model + """

      func scenario(_ s: Stage) throws {
        let container = try makeContainer()
        let parent = container.newBackgroundContext()
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = parent
        s.thread("editor") {
          try child.performAndWait {
            let room = NSEntityDescription.insertNewObject(forEntityName: "Room", into: child)
            room.setValue(1, forKey: "unread")
            try child.save()
          }
        }
        s.thread("saver") { try parent.performAndWait { try parent.save() } }
        s.expect("the room is in the store") {
          let context = container.newBackgroundContext()
          return try context.performAndWait {
            try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Room")) == 1
          }
        }
      }

      """

  private static let model = """
    import CoreData

    func makeContainer() throws -> NSPersistentContainer {
      let unread = NSAttributeDescription()
      unread.name = "unread"
      unread.attributeType = .integer64AttributeType
      let room = NSEntityDescription()
      room.name = "Room"
      room.properties = [unread]
      let model = NSManagedObjectModel()
      model.entities = [room]
      let container = NSPersistentContainer(name: "Chat", managedObjectModel: model)
      let store = NSPersistentStoreDescription()
      store.type = NSInMemoryStoreType
      container.persistentStoreDescriptions = [store]
      var failure: (any Error)?
      container.loadPersistentStores { _, error in failure = error }
      if let failure { throw failure }
      return container
    }

    """
}
