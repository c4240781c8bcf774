public import Interleaving

/// The accesses to memory of code that was compiled with `-sanitize=thread`: those that race, and
/// those that are steps because they do.
///
/// `CMemoryAccesses` looks at them, which nothing here depends on; `Names/Accesses.swift` brings the
/// two together in a program that has both.
public enum MemoryAccesses {
  /// Two accesses that nothing orders, each as an address in the code and those of the calls that led
  /// to it, the innermost first.
  public struct Race: Sendable {
    public let first: [UInt]
    public let second: [UInt]
    public let firstWrites: Bool
    public let secondWrites: Bool

    public init(first: [UInt], second: [UInt], firstWrites: Bool, secondWrites: Bool) {
      (self.first, self.second) = (first, second)
      (self.firstWrites, self.secondWrites) = (firstWrites, secondWrites)
    }
  }

  /// Who looks at the accesses.
  public struct Detector: Sendable {
    /// Makes the accesses at an address in the code steps.
    public let addStep: @Sendable (UInt) -> Void
    /// The races so far.
    public let races: @Sendable () -> [Race]

    public init(
      addStep: @escaping @Sendable (UInt) -> Void, races: @escaping @Sendable () -> [Race]
    ) {
      (self.addStep, self.races) = (addStep, races)
    }
  }

  /// An access that is a step.
  public struct Step: Sendable {
    public let frames: [UInt]
    public let source: SourcePlace
    /// What it touches.
    public let name: String

    public init(frames: [UInt], file: String, line: UInt, name: String) {
      self.frames = frames
      self.name = name
      source = SourcePlace(named: file, line: line)
    }
  }

  /// The detector of this program, if it has one.
  public nonisolated(unsafe) static var detector: Detector?
  private nonisolated(unsafe) static var steps: [UInt: [Step]] = [:]
  private static let variables = PerRun { _ in UncheckedVariable<[UInt: Resource]>([:]) }

  /// Makes these accesses steps. Called before anything is explored.
  public static func control(_ all: [Step]) {
    for step in all {
      steps[step.frames[0], default: []].append(step)
      detector?.addStep(step.frames[0])
    }
  }

  /// Before such an access.
  public static func step(at frames: [UInt], address: UInt, isWrite: Bool) {
    guard let steps = steps[frames[0]] else { return }
    let step = steps.first { $0.frames == frames } ?? steps[0]
    let variables = variables.current
    // The compiler divides what is longer; eight bytes are one thing.
    let resource =
      variables.value[address >> 3] ?? Runtime.current.resource(step.name, guardsItself: true)
    variables.value[address >> 3] = resource
    Runtime.current.access(
      resource, isWrite ? .write : .read, "\(isWrite ? "writes" : "reads") \(step.name)",
      file: step.source.file, line: step.source.line)
  }
}
