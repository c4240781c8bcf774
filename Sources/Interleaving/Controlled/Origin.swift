/// What an object or a thread of one run has in common with the same one of another run.
///
/// Numbers are given in the order in which things are made, and that order differs from run to run.
/// Who made a thing, and what else that one had made before, is the same in every run in which the
/// maker does the same.
struct Origin {
  /// The key of the thread that made it.
  let maker: UInt32
  /// Which of its maker's things it is, from 1.
  let number: UInt32
  /// Made while only the main thread had done anything.
  let isEarly: Bool

  /// Tells threads of all runs apart; two may have one key by chance.
  var key: UInt32 { (maker &* 0x0100_0193 ^ number) &* 0x0100_0193 }

  /// Whether both can be of one thing. Whoever comes first makes what several threads share, so one
  /// thing may be made by one thread here and by another one there.
  func canBeThat(of other: Origin) -> Bool {
    guard isEarly == other.isEarly else { return false }
    return maker == other.maker ? number == other.number : !isEarly
  }
}

extension RunModel {
  /// The origin of what `maker` makes now.
  func origin(by maker: VirtualThread?) -> Origin {
    let isEarly = threads.count <= 1 || (steps.isEmpty && maker?.id == 0)
    guard let maker else { return Origin(maker: 0, number: 0, isEarly: isEarly) }
    maker.made += 1
    return Origin(maker: maker.key, number: maker.made, isEarly: isEarly)
  }
}
