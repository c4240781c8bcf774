import CoreData
import Testing

@testable import LiveLoad

struct `Eight contexts at once` {
  @Test(arguments: [CoreDataBehaviour(), .classicAndFixedUp])
  func `no row is lost, none is torn, and every count is exact`(
    behaviour: CoreDataBehaviour
  ) throws {
    let load = LiveLoad(length: .operations(150), seed: 0x5eed, behaviour: behaviour)
    let result = try load.run()
    #expect(result.troubles == [])
    #expect(result.operations == 1200)
    #expect(result.made > 0 && result.counted > 0)
  }
}
