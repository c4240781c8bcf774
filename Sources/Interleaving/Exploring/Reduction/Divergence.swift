/// Where a repeated schedule did not repeat itself.
struct Divergence: Equatable, Codable {
  let step: Int
  let was: ThreadSet
  let `is`: ThreadSet
}
