internal import WorkbookKit

/// A scenario, and which of its variants.
struct Target: Equatable {
  var scenario: String
  /// `bug` when nothing else was said.
  var variant = "bug"
}

extension Target {
  init(_ program: Experiment) {
    self.init(scenario: program.scenario.id, variant: program.variant.name)
  }

  /// The first two words behind a command.
  init(_ arguments: Arguments) {
    self.init(scenario: arguments[0] ?? "", variant: arguments[1] ?? "bug")
  }

  /// As a command takes it.
  var words: String { "\(scenario) \(variant)" }
}
