/// Who runs, for code that is called at every access to memory and has no time to ask.
///
/// It is one record in memory, which a detector of data races reads: the vector clocks of the run,
/// and whose row counts. One exploration at a time keeps it, and only if an observer looks.
public enum RunningNow {
  /// As `struct running_now` of the observer.
  public struct Record {
    var clocks: UnsafeMutablePointer<Int32>?
    var row: Int64 = 0
    var thread: Int32 = 0
    var owner: Int32 = 0
    var run: Int32 = 0
    var isOn: Int32 = 0
    /// How many threads a row has room for.
    var columns: Int32 = 0
    var number: Int32 = 0
  }

  /// Where the record lies; asking for it makes explorations keep it.
  nonisolated(unsafe) public static let record: UnsafeMutablePointer<Record> = {
    let record = UnsafeMutablePointer<Record>.allocate(capacity: 1)
    record.initialize(to: Record())
    isKept = true
    return record
  }()

  nonisolated(unsafe) private(set) static var isKept = false

  /// The rows of a table have moved.
  static func follow(_ table: ClockTable, from before: UnsafeMutablePointer<Int32>) {
    guard isKept, record.pointee.clocks == before else { return }
    record.pointee.clocks = table.syncHalf
    record.pointee.row = Int64(table.offset(of: Int(record.pointee.number)))
    record.pointee.columns = Int32(table.columns)
  }
}

extension ControlledCore {
  /// `thread` is about to run, on the real thread that it has, or gets one in a moment.
  func noteRunning(_ thread: VirtualThread?) {
    guard RunningNow.isKept else { return }
    let record = RunningNow.record
    guard let thread, stage == .running else {
      record.pointee.isOn = 0
      return
    }
    record.pointee = RunningNow.Record(
      clocks: model.clocks.syncHalf, row: Int64(model.clocks.offset(of: thread.row)),
      thread: Int32(thread.id), owner: thread.worker?.kernelID ?? 0,
      run: Int32(truncatingIfNeeded: number), isOn: 1, columns: Int32(model.clocks.columns),
      number: Int32(thread.row))
  }
}
