/// What an object or a thread of one run has in common with the same one of another run.
///
/// Numbers are given in the order in which things are made, and that order differs from run to run.
/// Who made a thing, and how many of that name before, is the same in every run in which the maker
/// does the same.
struct Origin: Codable {
  /// The key of the thread that made it.
  let maker: UInt32
  /// What it is called, as a number.
  let kin: UInt32
  /// Which of its maker's things of that name it is, from 1.
  let number: UInt32
  /// Made while only the main thread had done anything.
  let isEarly: Bool
  /// Threads that begin in no order are told in the order of these.
  let mark: UInt32

  static let first = Origin(maker: 0, kin: 0, number: 0, isEarly: true, mark: 0)

  /// Tells threads of all runs apart; two may have one key by chance.
  var key: UInt32 { .mixed(.mixed(maker, kin), number) }

  /// Whether both can be of one thing. The first thread to come makes what several threads share, so one
  /// thing may be made by one thread here and by another one there.
  func canBeThat(of other: Origin) -> Bool {
    guard isEarly == other.isEarly else { return false }
    return maker == other.maker ? number == other.number && kin == other.kin : !isEarly
  }
}

/// A thread as all runs know it.
struct KnownThread: Codable {
  let key: UInt32
  /// What it also goes by where it belongs to a thing that another thread may have made in another
  /// run; else 0.
  let kin: UInt32

  /// The thread of a thing.
  init(of origin: Origin) {
    (key, kin) = (origin.key, origin.isEarly ? 0 : origin.kin | 1)
  }

  /// A thread that `maker` starts.
  init(_ origin: Origin, startedBy maker: KnownThread?) {
    key = origin.key
    let kin = maker?.kin ?? 0
    self.kin = kin == 0 ? 0 : .mixed(.mixed(kin, origin.kin), origin.number) | 1
  }

  /// The same for all that it may be.
  var name: UInt32 { kin == 0 ? key : kin }

  func mayBe(_ other: KnownThread) -> Bool {
    key == other.key || kin != 0 && kin == other.kin
  }
}

extension GrowingList<KnownThread> {
  /// Whether a thread of a thing that another thread may have made is the only one it can be.
  func isOnly(_ thread: KnownThread) -> Bool {
    thread.kin != 0 && filter { $0.kin == thread.kin }.count == 1
  }
}

extension UInt32 {
  /// The finaliser of MurmurHash3 over both.
  fileprivate static func mixed(_ one: UInt32, _ two: UInt32) -> UInt32 {
    var hash = (one &* 0x9e37_79b1) ^ (two &+ 0x2545_f491)
    hash = (hash ^ (hash >> 16)) &* 0x85eb_ca6b
    hash = (hash ^ (hash >> 13)) &* 0xc2b2_ae35
    return hash ^ (hash >> 16)
  }

  /// The number of a name.
  fileprivate init(named name: String) {
    var name = name
    self = name.withUTF8 { $0.reduce(0x811c_9dc5) { ($0 ^ UInt32($1)) &* 0x0100_0193 } }
  }
}

extension RunModel {
  /// The origin of what `maker` makes now.
  func origin(by maker: VirtualThread?, of name: String) -> Origin {
    let isEarly = threads.count <= 1 || (steps.isEmpty && maker?.id == 0)
    guard let maker else { return .first }
    maker.made += 1
    let kin = UInt32(named: name)
    return Origin(
      maker: maker.identity.key, kin: kin, number: maker.make(kin), isEarly: isEarly,
      mark: (maker.mark &* 0x0100_0193 ^ maker.made) &* 0x0100_0193)
  }

  /// `maker` makes an actor: whichever thread comes to it first, it is the same one.
  func noteActor(at address: UnsafeRawPointer, madeBy maker: VirtualThread) {
    let kin = UInt32(named: "an actor")
    actorOrigins[address] = Origin(
      maker: maker.identity.key, kin: kin, number: maker.make(kin),
      isEarly: threads.count <= 1 || (steps.isEmpty && maker.id == 0), mark: 0)
  }
}
