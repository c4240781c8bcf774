import CountTogether
import Interleaving

struct Answer: CountsTogether {
  func count(_ times: Int, in total: Cell<Int>, with lock: Lock) {
    for _ in 0..<times {
      total.write(total.read() + 1)
    }
  }
}
