import EnumeratorComparison
import Foundation
import IndependentEnumerator

/// Compares random programs until enough of each family were small enough for both sides.
var perFamily = 260
var chosen: [Family] = []
var first = 0
var shown = 3

var arguments = CommandLine.arguments.dropFirst()
while let word = arguments.popFirst() {
  switch (word, arguments.first) {
  case ("--programs", let value?):
    guard let count = Int(value), count > 0 else { refuse("--programs takes a number, from 1") }
    perFamily = count
    arguments.removeFirst()
  case ("--from", let value?):
    guard let number = Int(value), number >= 0 else { refuse("--from takes a number, from 0") }
    first = number
    arguments.removeFirst()
  case ("--show", let value?):
    guard let number = Int(value), number >= 0 else { refuse("--show takes a number, from 0") }
    shown = number
    arguments.removeFirst()
  default:
    guard let family = Family(rawValue: word) else { refuse("nothing is called \(word)") }
    chosen.append(family)
  }
}

/// At once, also into a pipe: the whole comparison takes minutes.
func say(_ words: String) { FileHandle.standardOutput.write(Data("\(words)\n".utf8)) }

func refuse(_ why: String) -> Never {
  say("\(why)\n")
  say("compare-orders [--programs N] [--from NUMBER] [--show N] [FAMILY...]")
  say("families: " + Family.allCases.map(\.rawValue).joined(separator: " "))
  exit(2)
}

var differences = 0
for family in chosen.isEmpty ? Family.allCases : chosen {
  let round = Round(family, from: first, count: perFamily)
  say(round.summary)
  for difference in round.differences.prefix(shown) {
    say("\n\(family.rawValue) \(difference.number), made smaller:\n\(difference.smallest)")
  }
  differences += round.differences.count
}
say("\(differences) differences")
exit(differences == 0 ? 0 : 1)
