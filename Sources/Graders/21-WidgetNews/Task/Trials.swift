import CoreData
import Interleaving
import WorkbookKit

private let outcomes: [Outcome] = [
  .allowed("told", "The screen shows what is in the file, and the user was told of the news."),
  .forbidden("old", "The screen shows what was in the file before the widget saved."),
  .forbidden("not-told", "The user was never told of a message of the widget's."),
  .forbidden("twice", "The user was told twice of one message."),
  .forbidden("own", "The user was told of a message that the app itself has written."),
  .forbidden("out-of-order", "The user was told of the messages in another order."),
  .forbidden("off-main", "The user was told on another queue than main."),
  .forbidden("draft-gone", "What the user was typing is gone."),
  .forbidden("draft-saved", "What the user was typing was saved."),
  .forbidden("stuck", "The token that has expired was never replaced."),
]

/// The app is open, and its widget renames the room and sends a message.
func following(_ id: String) -> Trial<any FollowsTheWidget> {
  Trial(
    id, outcomes: outcomes,
    meanwhile: "the app is open; its widget renames the room, and then sends a message."
  ) { answer, runtime in
    let phone = try Phone(runtime)
    phone.launch(answer)
    phone.widgetSaves { try $0.rename("Pier") }
    phone.widgetSaves { $0.send("One") }
    runtime.atEnd { runtime.outcome(phone.misstep(told: ["One"], name: "Pier") ?? "told") }
  }
}

/// Two saves, told by one call.
func followingTwoAtOnce(_ id: String) -> Trial<any FollowsTheWidget> {
  Trial(
    id, outcomes: outcomes, meanwhile: "its widget saves twice, and the app is called once."
  ) { answer, runtime in
    let phone = try Phone(runtime)
    phone.launch(answer)
    phone.widgetSaves(isTold: false) { $0.send("Two") }
    phone.widgetSaves { $0.send("One") }
    runtime.atEnd { runtime.outcome(phone.misstep(told: ["Two", "One"]) ?? "told") }
  }
}

/// Two messages with one text.
func followingEqualTexts(_ id: String) -> Trial<any FollowsTheWidget> {
  Trial(
    id, outcomes: outcomes, meanwhile: "its widget sends two messages with the same text."
  ) { answer, runtime in
    let phone = try Phone(runtime)
    phone.launch(answer)
    phone.widgetSaves { $0.send("One") }
    phone.widgetSaves { $0.send("One") }
    runtime.atEnd { runtime.outcome(phone.misstep(told: ["One", "One"]) ?? "told") }
  }
}

/// App and widget send a message each.
func sending(_ id: String) -> Trial<any FollowsTheWidget> {
  Trial(
    id, outcomes: outcomes, meanwhile: "the app saves a message, and so does its widget."
  ) { answer, runtime in
    let phone = try Phone(runtime)
    phone.launch(answer)
    phone.appSends("Mine")
    phone.widgetSaves { $0.send("One") }
    runtime.atEnd { runtime.outcome(phone.misstep(told: ["One"]) ?? "told") }
  }
}

/// The user is typing a topic.
func typing(_ id: String) -> Trial<any FollowsTheWidget> {
  Trial(
    id, outcomes: outcomes,
    meanwhile: "the user has typed a topic and not saved it, and the widget renames the room."
  ) { answer, runtime in
    let phone = try Phone(runtime)
    phone.launch(answer)
    phone.room.topic = "draft"
    phone.widgetSaves { try $0.rename("Pier") }
    runtime.atEnd {
      let misstep = try phone.misstepWithDraft() ?? phone.misstep(told: [], name: "Pier")
      runtime.outcome(misstep ?? "told")
    }
  }
}

/// The widget has written before the app is launched.
func launchingLater(_ id: String) -> Trial<any FollowsTheWidget> {
  Trial(
    id, outcomes: outcomes, meanwhile: "the app is launched when its widget has sent a message."
  ) { answer, runtime in
    let phone = try Phone(runtime)
    try phone.widgetHasSent("One")
    phone.launch(answer)
    runtime.atEnd { runtime.outcome(phone.misstep(told: ["One"]) ?? "told") }
  }
}

/// The app ends at any moment, and is launched again.
///
///     notices         main                    system
///     called          reads, tells
///                                             ends the app, launches it
///                     keeps the token
func ending(_ id: String) -> Trial<any FollowsTheWidget> {
  Trial(
    id, outcomes: outcomes,
    meanwhile: "its widget sends a message; the system ends the app and launches it again."
  ) { answer, runtime in
    let phone = try Phone(runtime)
    phone.launch(answer)
    phone.widgetSaves { $0.send("One") }
    runtime.uncheckedThread("system") { phone.killAndLaunch(type(of: answer).init()) }
    runtime.atEnd { runtime.outcome(phone.misstep(told: ["One"], once: false) ?? "told") }
  }
}

/// The widget has written, and then the app, when that is launched and ended at any moment.
func endingBehindOwnNews(_ id: String) -> Trial<any FollowsTheWidget> {
  Trial(
    id, outcomes: outcomes,
    meanwhile: "the widget has sent a message, and then the app has; the system ends the app after "
      + "its launch, and launches it again."
  ) { answer, runtime in
    let phone = try Phone(runtime)
    try phone.widgetHasSent("One")
    try phone.appHasSent("Mine")
    phone.launch(answer)
    runtime.uncheckedThread("system") { phone.killAndLaunch(type(of: answer).init()) }
    runtime.atEnd { runtime.outcome(phone.misstep(told: ["One"], once: false) ?? "told") }
  }
}

/// The widget renames the room, and deletes that from the history. When the app has a new token, the
/// widget sends a message.
func expiring(_ id: String) -> Trial<any FollowsTheWidget> {
  Trial(
    id, outcomes: outcomes,
    meanwhile: "its widget renames the room, sends a message, and deletes most of the history."
  ) { answer, runtime in
    let phone = try Phone(runtime)
    phone.launch(answer)
    phone.memory.onKeeping = { phone.widgetSaves { $0.send("Two") } }
    phone.widgetSaves(isTold: false) { try $0.rename("Pier") }
    phone.widgetSaves(isTold: false) { $0.send("One") }
    phone.widgetForgets()
    runtime.atEnd {
      let isStuck = phone.memory.onKeeping != nil
      runtime.outcome(
        isStuck ? "stuck" : phone.misstep(told: ["Two"], name: "Pier") ?? "told")
    }
  }
}

/// The same, and the widget renames the room once more: before the app has a new token, or after.
func expiringMeanwhile(_ id: String) -> Trial<any FollowsTheWidget> {
  Trial(
    id, outcomes: outcomes,
    meanwhile: "its widget renames the room, deletes most of the history, and renames it again."
  ) { answer, runtime in
    let phone = try Phone(runtime)
    phone.launch(answer)
    phone.widgetSaves(isTold: false) { try $0.rename("Pier") }
    phone.widgetSaves(isTold: false) { $0.send("One") }
    phone.widgetForgets()
    phone.widgetSaves { try $0.rename("Quay") }
    runtime.atEnd { runtime.outcome(phone.misstep(told: [], name: "Quay") ?? "told") }
  }
}

/// The token has expired, and the user is typing a topic.
func expiringWithDraft(_ id: String) -> Trial<any FollowsTheWidget> {
  Trial(
    id, outcomes: outcomes,
    meanwhile: "the user has typed a topic and not saved it; the widget renames the room, and "
      + "deletes most of the history."
  ) { answer, runtime in
    let phone = try Phone(runtime)
    phone.launch(answer)
    phone.room.topic = "draft"
    phone.widgetSaves(isTold: false) { try $0.rename("Pier") }
    phone.widgetSaves(isTold: false) { $0.send("One") }
    phone.widgetForgets()
    runtime.atEnd {
      let misstep = try phone.misstepWithDraft() ?? phone.misstep(told: [], name: "Pier")
      runtime.outcome(misstep ?? "told")
    }
  }
}
