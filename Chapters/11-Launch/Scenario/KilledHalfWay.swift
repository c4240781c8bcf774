import CoreData
import Foundation
import Interleaving
import WorkbookKit

extension Scenario {
  /// R2, R3: a launch that migrates may be ended at any time, and the next one finds what is left.
  static let killedHalfWay = Scenario(
    "launch/killed-half-way", title: "Killed while it migrates",
    question: "The system may end the app at any moment. What does the next launch find?",
    outcomes: [
      .allowed("kept", "The room is there, and its motto is its topic."),
      .forbidden("lost", "The room is gone."),
      .forbidden("half", "The room is there, and its motto is nowhere."),
    ],
    variants: [
      .bug(
        "deleted, then written anew",
        idea: "The app reads everything, deletes the old file and writes the new one.",
        expecting: .failing(1, of: 4), lookAt: ["destroy", "write"]
      ) { runtime in
        try MortalApp.launches(runtime) { app in
          let rooms = try app.step("reads the old store") { try app.readOldRooms() }
          try app.step("deletes the old file") { try app.destroy(app.file) }
          try app.step("writes the new file") { try app.write(rooms, to: app.file) }
        }
      },
      .fix(
        "written beside, then put in its place",
        idea: "The old file is there until the new one is whole, and then they change at once.",
        expecting: .passing(4), lookAt: ["beside", "replace"]
      ) { runtime in
        try MortalApp.launches(runtime) { app in
          let rooms = try app.step("reads the old store") { try app.readOldRooms() }
          try app.step("writes a file beside it") {
            try app.destroy(app.beside)
            try app.write(rooms, to: app.beside)
          }
          try app.step("puts it in its place") { try app.replace(app.file, by: app.beside) }
        }
      },
      .fix(
        "a stage with a handler", named: "stages",
        idea: "Core Data takes the step as one transaction, and begins again where it was ended.",
        expecting: .passing(3), lookAt: ["willMigrateHandler", "StagedMigration"]
      ) { runtime in
        try MortalApp.launches(runtime) { app in
          let stage = NSCustomMigrationStage(migratingFrom: .last, to: .present)
          stage.willMigrateHandler = { manager, stage in
            try app.step("copies the mottos") { try manager.container?.copyMottos() }
          }
          stage.didMigrateHandler = { manager, stage in
            try app.step("is at the new version") {}
          }
          try app.open(with: NSStagedMigrationManager([stage]))
        }
      },
      Variant(
        "renamed", "renamed, then written anew",
        idea: "The old file is still there, under a name that the next launch does not look for.",
        expecting: .failing(1, of: 4), lookAt: ["replace", "write"]
      ) { runtime in
        try MortalApp.launches(runtime) { app in
          let rooms = try app.step("reads the old store") { try app.readOldRooms() }
          try app.step("renames the old file") { try app.move(app.file, to: app.beside) }
          try app.step("writes the new file") { try app.write(rooms, to: app.file) }
        }
      },
      Variant(
        "afterwards", "migrated, then filled",
        idea: "The lightweight migration has dropped the mottos that were to be copied.",
        expecting: .failing(3, of: 3), lookAt: ["open", "copyMottos"]
      ) { runtime in
        try MortalApp.launches(runtime) { app in
          try app.step("migrates") { try app.open() }
          try app.step("copies the mottos") { try app.copyMottosOfNewVersion() }
        }
      },
      Variant(
        "cancelled", "a handler that throws",
        idea: "Who cancels makes the next handler throw. The store does not open, and stays whole.",
        expecting: .passing(3), lookAt: ["willMigrateHandler", "didMigrateHandler"]
      ) { runtime in
        try MortalApp.launches(runtime, endedBy: .person) { app in
          let stage = NSCustomMigrationStage(migratingFrom: .last, to: .present)
          stage.willMigrateHandler = { manager, stage in
            try app.step("copies the mottos") { try manager.container?.copyMottos() }
          }
          stage.didMigrateHandler = { manager, stage in
            try app.step("is at the new version") {}
          }
          try app.open(with: NSStagedMigrationManager([stage]))
        }
      },
    ])
}

extension NSManagedObjectModelReference {
  static var last: NSManagedObjectModelReference { .to(OtherVersion.last.model) }
  static var present: NSManagedObjectModelReference { .to(ChatModel.shared) }

  private static func to(_ model: NSManagedObjectModel) -> NSManagedObjectModelReference {
    NSManagedObjectModelReference(model: model, versionChecksum: model.versionChecksum)
  }
}
