// Compiled into a program whose accesses to memory are looked at, with what looks at them.
import CMemoryAccesses
import ControlledDispatch
import Interleaving

/// Called before anything is explored.
@_cdecl("look_at_accesses")
public func lookAtAccesses() {
  MemoryAccesses.detector = MemoryAccesses.Detector(
    addStep: { memory_accesses_add_step($0) },
    races: {
      var found: UnsafePointer<memory_race>?
      let count = Int(memory_accesses_races(&found))
      return UnsafeBufferPointer(start: found, count: count).map { race in
        MemoryAccesses.Race(
          first: frames(of: race.first.place), second: frames(of: race.second.place),
          firstWrites: race.first.is_write,
          secondWrites: race.second.is_write)
      }
    })
  let now = UnsafeRawPointer(RunningNow.record).assumingMemoryBound(to: running_now.self)
  memory_accesses_begin(now) { place, address, isWrite in
    MemoryAccesses.step(at: frames(of: place!.pointee), address: address, isWrite: isWrite)
  }
}

private func frames(of place: access_place) -> [UInt] {
  withUnsafeBytes(of: place.frames) { Array($0.bindMemory(to: UInt.self)).filter { $0 != 0 } }
}
