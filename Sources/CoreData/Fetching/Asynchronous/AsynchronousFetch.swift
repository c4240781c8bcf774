internal import Foundation
internal import Interleaving

// An asynchronous fetch, step by step (facts T1 to T4):
//
//     the context's queue                 a queue of the fetch
//     execute(request) returns
//                                         asks the stores
//     (other blocks)
//     makes objects of the answer,
//     with what is pending by now,
//     and calls the completion

/// An asynchronous fetch request, whatever its result type.
protocol AnyAsynchronousFetch: NSPersistentStoreRequest {
  func start(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult
}

extension NSAsynchronousFetchRequest: AnyAsynchronousFetch {
  func start(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    guard let queue = context.queue else {
      throw CocoaError.coreData(
        .coreData, "An asynchronous fetch", "needs a context with a queue to call back on",
        wayOut: "Make the context with a private or main queue type.")
    }
    // A change of the request after this does not change what is on its way.
    guard let request = fetchRequest.copy() as? NSFetchRequest<ResultType> else {
      preconditionFailure("a copy of a request is a request of its type")
    }
    let question = try context.question(for: request)
    let result = NSAsynchronousFetchResult(of: self, in: context)
    let abandoned = context.behaviour.abandonedFetches
    context.runtime.queue("asynchronous fetch of \(context.label)").asyncUnchecked {
      let answer = Result { try question.answer(reporting: result.steps) }
      queue.asyncUnchecked {
        guard let context = result.context else {
          if abandoned == .fail { result.end(.failure(CocoaError.contextIsGone)) }
          return
        }
        context.runEvent(at: SourcePlace()) {
          result.end(
            Result {
              let answer = try answer.get()
              try result.steps.check()
              return try context.fetch(request, having: answer)
            })
        }
      }
    }
    return result
  }
}

extension NSAsynchronousFetchResult {
  fileprivate func end(_ outcome: Result<[ResultType], any Error>) {
    switch outcome {
    case .success(let found):
      finalResult = found
      steps.totalUnitCount = Int64(found.count)
      steps.completedUnitCount = Int64(found.count)
    case .failure(let error):
      if error is RunAbandoned { return }
      operationError = error
    }
    fetchRequest.completionBlock?(self)
  }
}

/// What the stores are to be asked for a fetch, from whatever thread.
private struct FetchQuestion {
  enum Form { case rows, ids, count, dictionaries }

  let form: Form
  let query: StoreQuery
  let stores: [NSPersistentStore]?
  let parent: any ParentStore

  func answer(reporting progress: CancellableProgress) throws -> FetchAnswer {
    try progress.check()
    let content: FetchAnswer.Content =
      switch form {
      case .rows: .rows(try parent.rows(matching: query, in: stores))
      case .ids: .ids(try parent.ids(matching: query, in: stores))
      case .count: .count(try parent.count(matching: query, in: stores))
      case .dictionaries: .dictionaries(try parent.dictionaries(matching: query, in: stores))
      }
    return FetchAnswer(content: content, limit: query.limit)
  }
}

extension NSManagedObjectContext {
  /// What `fetch` would ask the parent now.
  fileprivate final func question<Found>(
    for request: NSFetchRequest<Found>
  ) throws -> FetchQuestion {
    let (plan, parentStore) = (request.plan, try requireParentStore())
    var query = try query(for: plan)
    noteFetch(query, isCount: plan.resultType == .countResultType)
    let matching = FetchReconciliation(
      of: query, in: request.affectedStores, for: self, from: parentStore)
    let isPlain = !plan.includesPendingChanges || matching.isUntouched
    if !isPlain { query.limit = matching.limitToAsk }
    let form: FetchQuestion.Form =
      switch plan.resultType {
      case .dictionaryResultType: .dictionaries
      case .countResultType where isPlain: .count
      case .countResultType: .ids
      default: needsRows(plan) ? .rows : .ids
      }
    return FetchQuestion(
      form: form, query: query, stores: request.affectedStores,
      parent: try parentStore.forAnotherThread())
  }

  /// Fetches with the answer at hand; the parent is asked only if that no longer fits.
  fileprivate final func fetch<Found>(
    _ request: NSFetchRequest<Found>, having answer: FetchAnswer
  ) throws -> [Found] {
    let source = AnsweredFetch(answer: answer, parent: try requireParentStore())
    return try results(of: request, try query(for: request.plan), from: source)
  }
}

extension CocoaError {
  fileprivate static var contextIsGone: CocoaError {
    coreData(
      .coreData, "The context of an asynchronous fetch",
      "is gone, so its results cannot be delivered",
      wayOut: "Keep the context until the completion has been called.")
  }
}
