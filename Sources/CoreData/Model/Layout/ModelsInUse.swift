internal import Foundation
internal import Interleaving
internal import Synchronization

/// The models that coordinators of one run use, newest last: where a class looks for its entity
/// without a context.
///
/// Two models that were read from one file are two, as on Apple's systems: a class cannot tell
/// which of their entities is meant. A controlled run has a list of its own, and everything
/// outside of such runs shares one.
final class ModelsInUse: Sendable {
  private struct Known {
    /// Which run came before which.
    let number: Int
    weak var runtime: Runtime?
    let models: ModelsInUse
  }

  private struct WeakModel: @unchecked Sendable {
    // @unchecked Sendable because a model in use no longer changes.
    weak var model: NSManagedObjectModel?
  }

  /// By run. Runs that were given up stay, and a look should not take longer for each of them.
  private struct Runs {
    private var known: [ObjectIdentifier: Known] = [:]
    private var last = 0
    private var enough = 8

    mutating func models(of runtime: Runtime) -> ModelsInUse {
      // The number of a run that is over may be given to another one.
      let id = ObjectIdentifier(runtime)
      if let own = known[id], own.runtime === runtime { return own.models }
      if known.count >= enough {
        known = known.filter { $0.value.runtime != nil }
        enough = max(8, known.count * 2)
      }
      last += 1
      let own = Known(number: last, runtime: runtime, models: ModelsInUse())
      known[id] = own
      return own.models
    }

    var inOrder: [ModelsInUse] {
      known.values.sorted { $0.number < $1.number }.map(\.models)
    }
  }

  private static let runs = Mutex(Runs())

  private let models = Mutex<[WeakModel]>([])
  /// What a coordinator that is made has in common with a class that looks for its entity.
  private let list = OnceReference<Resource>()

  static func of(_ runtime: Runtime) -> ModelsInUse {
    runs.withLock { $0.models(of: runtime) }
  }

  /// All of all runs, the newest last.
  static var everywhere: [NSManagedObjectModel] {
    runs.withLock(\.inOrder).flatMap(\.current)
  }

  private var current: [NSManagedObjectModel] { models.withLock { $0.compactMap(\.model) } }

  func learn(_ model: NSManagedObjectModel, in runtime: Runtime) {
    // Models that are added come in any order; only who looks for an entity can tell.
    step(.read, "brings a model into use", in: runtime)
    models.withLock { known in
      known.removeAll { $0.model == nil || $0.model === model }
      known.append(WeakModel(model: model))
    }
  }

  /// The entity of a class; nil, with a warning, if no model has one, or several have.
  func entity(of type: NSManagedObject.Type, in runtime: Runtime) -> NSEntityDescription? {
    step(.write, "looks for the entity of \(type) in all models", in: runtime)
    let claims = current.compactMap { ClassLookup.entity(of: type, in: $0) }
    if claims.count == 1 { return claims[0] }
    warn(
      claims.isEmpty
        ? "No NSEntityDescriptions in any model claim the NSManagedObject subclass '\(type)' so "
          + "+entity is confused.  Have you loaded your NSManagedObjectModel yet ?"
        : "Multiple NSEntityDescriptions claim the NSManagedObject subclass '\(type)' so +entity "
          + "is unable to disambiguate.",
      in: runtime)
    return nil
  }

  private func step(_ kind: AccessKind, _ words: String, in runtime: Runtime) {
    // What the first thread does before there is another one comes first in every order.
    if runtime.isAlone { return }
    let list = list.object { runtime.resource("the models in use", guardsItself: true) }
    runtime.access(list, kind, words)
  }

  private func warn(_ text: String, in runtime: Runtime) {
    if runtime.kind == .controlled {
      runtime.note("CoreData", "warns: \(text)")
    } else {
      Warnings.warn(text)
    }
  }
}
