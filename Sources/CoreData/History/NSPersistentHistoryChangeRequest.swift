public import Foundation

/// In what form a history request tells what it found, with Apple's numbers.
public enum NSPersistentHistoryResultType: Int, Sendable {
  /// Whether it worked.
  case statusOnly = 0
  /// The IDs of the changed objects.
  case objectIDs = 1
  /// How many transactions, or changes, if the request is for these.
  case count = 2
  /// Transactions without their changes.
  case transactionsOnly = 3
  /// Changes without their transactions.
  case changesOnly = 4
  /// Transactions with their changes.
  case transactionsAndChanges = 5
}

/// Reads the history of the stores, or forgets the older part of it.
open class NSPersistentHistoryChangeRequest: NSPersistentStoreRequest {
  /// A place in the histories of all stores that are asked.
  enum Place {
    case everything
    case date(Date)
    case token(NSPersistentHistoryToken)
  }

  let place: Place
  let isDeletion: Bool
  /// What the result holds.
  open var resultType = NSPersistentHistoryResultType.transactionsAndChanges
  /// Which transactions, or which changes; nil for all.
  open var fetchRequest: NSFetchRequest<any NSFetchRequestResult>?

  open override var requestType: NSPersistentStoreRequestType { .persistentHistoryRequestType }

  private init(_ place: Place, deletes: Bool) {
    self.place = place
    isDeletion = deletes
    if deletes { resultType = .statusOnly }
  }

  /// The place behind which the request begins, or before which it ends.
  open var token: NSPersistentHistoryToken? {
    if case .token(let token) = place { token } else { nil }
  }

  /// Everything that was committed after a date.
  open class func fetchHistory(after date: Date) -> NSPersistentHistoryChangeRequest {
    NSPersistentHistoryChangeRequest(.date(date), deletes: false)
  }

  /// Everything behind a token; all there is, for nil.
  open class func fetchHistory(
    after token: NSPersistentHistoryToken?
  ) -> NSPersistentHistoryChangeRequest {
    NSPersistentHistoryChangeRequest(token.map(Place.token) ?? .everything, deletes: false)
  }

  /// Everything behind a transaction; all there is, for nil.
  open class func fetchHistory(
    after transaction: NSPersistentHistoryTransaction?
  ) -> NSPersistentHistoryChangeRequest {
    fetchHistory(after: transaction?.token)
  }

  /// Everything that a request for transactions or changes finds.
  open class func fetchHistory(
    withFetch request: NSFetchRequest<any NSFetchRequestResult>
  ) -> NSPersistentHistoryChangeRequest {
    let history = NSPersistentHistoryChangeRequest(.everything, deletes: false)
    history.fetchRequest = request
    return history
  }

  /// Forgets what was committed before a date.
  open class func deleteHistory(before date: Date) -> NSPersistentHistoryChangeRequest {
    NSPersistentHistoryChangeRequest(.date(date), deletes: true)
  }

  /// Forgets what lies before the transaction of a token, which stays; nothing, for nil.
  open class func deleteHistory(
    before token: NSPersistentHistoryToken?
  ) -> NSPersistentHistoryChangeRequest {
    NSPersistentHistoryChangeRequest(token.map(Place.token) ?? .everything, deletes: true)
  }

  /// Forgets what lies before a transaction, which stays; nothing, for nil.
  open class func deleteHistory(
    before transaction: NSPersistentHistoryTransaction?
  ) -> NSPersistentHistoryChangeRequest {
    deleteHistory(before: transaction?.token)
  }
}

/// What a history request found, or whether it forgot something.
open class NSPersistentHistoryResult: NSPersistentStoreResult {
  /// What was asked for by the result type.
  public let result: Any?
  /// What the result holds.
  public let resultType: NSPersistentHistoryResultType

  init(_ result: Any?, as type: NSPersistentHistoryResultType) {
    self.result = result
    resultType = type
  }
}
