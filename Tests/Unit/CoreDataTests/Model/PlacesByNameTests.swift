import Testing

@testable import CoreData

/// Properties are found by the bytes of their names.
struct `Places by name` {
  @Test func `names of every length, and names that differ in one byte, have places of their own`()
  {
    var names = Set<String>()
    for length in 1...20 {
      let name = String(repeating: "a", count: length)
      names.insert(name)
      for index in 0..<length {
        var bytes = Array(name.utf8)
        bytes[index] = UInt8(ascii: "b")
        names.insert(String(decoding: bytes, as: UTF8.self))
      }
    }
    let numbered = names.sorted().enumerated().map { ($1, EntityLayout.Place.value($0)) }
    let places = PlacesByName(Dictionary(uniqueKeysWithValues: numbered))
    for (name, place) in numbered { #expect(places[name] == place) }
    for missing in ["", "c", "aac", "aaaaaaac", "aaaaaaaaaaaaaaac", "aaaaaaaaaaaaaaaaac"] {
      #expect(places[missing] == nil)
    }
  }

  @Test func `letters that are written with other bytes are the same name`() {
    let places = PlacesByName(["gro\u{0308}sse": .value(3)])
    #expect(places["gr\u{00F6}sse"] == .value(3))
    #expect(places["grosse"] == nil)
  }

  @Test func `an entity without properties has none`() {
    #expect(PlacesByName([:])["name"] == nil)
  }
}
