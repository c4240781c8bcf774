import Dispatch
import Terminal

/// Work that only the interrupt key can end, pressed twice.
func waitForInterrupts() {
  let stop = DispatchSemaphore(value: 0)
  Interrupts.watching { key in
    switch key {
    case .interrupt(1): StandardStreams.write("stopping\n")
    case .interrupt: stop.signal()
    case .status: StandardStreams.write("still waiting\n")
    }
  } during: {
    StandardStreams.write("working\n")
    stop.wait()
  }
  StandardStreams.write("stopped after \(Interrupts.count)\n")
}
