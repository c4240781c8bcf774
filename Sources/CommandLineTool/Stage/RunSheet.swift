/// What a workshop consists of: pure, so that every length can be tried.
struct RunSheet: Equatable {
  /// A chapter that can be shown.
  struct Material: Hashable {
    let number: Int
    let chapter: String
    let minutes: Int
    let exercises: [String]
  }

  struct Item: Equatable {
    let minutes: Int
    /// `you`, `pairs`, `all`
    let who: String
    let words: String
  }

  private(set) var items: [Item] = []
  private(set) var cuts: [String] = []
  /// What no demo and no exercise has filled.
  private(set) var spare = 0

  private static let (welcome, talk, exercise, pause, end) = (5, 3, 20, 10, 5)
  /// So long nothing but a break is missed.
  private static let longestWithoutBreak = 60
  /// At most so much of the time may be left over.
  private static let mostSpare = 0.15
  /// A longer talk or exercise than planned is still good use of time; more is waiting.
  private static let (mostTalk, mostExercise) = (8, 30)

  /// One chapter's part.
  private struct Part {
    let material: Material
    var talk = RunSheet.talk
    var exercises: [(name: String, minutes: Int)] = []

    var minutes: Int { material.minutes + talk + exercises.reduce(0) { $0 + $1.minutes } }
  }

  /// As many chapters as fit, in the order given, each with an exercise if that fits too. Nil where
  /// not even one demo fits, or not all that lead, or where the book is too short for the time.
  init?(minutes: Int, chapters: [Material], leading: [String] = []) {
    let breaks = Self.breaks(in: minutes)
    var rest = minutes - Self.welcome - Self.end - breaks * Self.pause
    var parts: [Part] = []
    for material in chapters where rest >= material.minutes + Self.talk {
      var part = Part(material: material)
      rest -= part.minutes
      // Chapters that were asked for come before exercises.
      let open = leading.filter { name in !(parts + [part]).contains { $0.material.chapter == name }
      }
      let needed = chapters.filter { open.contains($0.chapter) }
        .reduce(0) { $0 + $1.minutes + Self.talk }
      if rest - needed >= Self.exercise, let first = material.exercises.first {
        part.exercises.append((first, Self.exercise))
        rest -= Self.exercise
      }
      parts.append(part)
    }
    guard !parts.isEmpty, Set(leading).isSubset(of: parts.map(\.material.chapter)) else {
      return nil
    }
    Self.fill(&parts, with: &rest)
    guard Double(rest) <= Double(minutes) * Self.mostSpare else { return nil }
    spare = rest
    cuts = Self.cuts(of: parts, spare: rest, leading: leading)
    parts.sort { $0.material.number < $1.material.number }
    items = Self.items(of: parts, breaks: breaks, minutes: minutes, spare: rest)
  }

  /// What `--minutes` takes for these chapters.
  static func limits(_ chapters: [Material], leading: [String]) -> String {
    let lengths = (1...720).filter {
      RunSheet(minutes: $0, chapters: chapters, leading: leading) != nil
    }
    guard let shortest = lengths.first, let longest = lengths.last else { return "a chapter less" }
    return "\(shortest) to \(longest), for one demo and what belongs to it, or for the whole book"
  }

  private static func breaks(in minutes: Int) -> Int {
    max(0, (minutes - 45) / longestWithoutBreak)
  }

  // MARK: Filling the time

  /// Further exercises, then more time for those that are there and for questions.
  private static func fill(_ parts: inout [Part], with rest: inout Int) {
    for index in parts.indices {
      for name in parts[index].material.exercises where rest >= exercise {
        guard !parts[index].exercises.contains(where: { $0.name == name }) else { continue }
        parts[index].exercises.append((name, exercise))
        rest -= exercise
      }
    }
    for index in parts.indices {
      for place in parts[index].exercises.indices {
        let more = min(rest, mostExercise - exercise)
        parts[index].exercises[place].minutes += more
        rest -= more
      }
    }
    for index in parts.indices {
      let more = min(rest, mostTalk - talk)
      parts[index].talk += more
      rest -= more
    }
  }

  private static func items(
    of parts: [Part], breaks: Int, minutes: Int, spare: Int
  ) -> [Item] {
    var items = [Item(minutes: welcome, who: "all", words: "start the workbook: welcome")]
    var (clock, taken) = (welcome, 0)
    /// A break comes where its share of the time is over.
    func pauseIfDue() {
      guard taken < breaks, clock >= minutes * (taken + 1) / (breaks + 1) - longestPart / 2 else {
        return
      }
      items.append(Item(minutes: pause, who: "all", words: "a break"))
      clock += pause
      taken += 1
    }
    func add(_ item: Item) {
      items.append(item)
      clock += item.minutes
    }
    for part in parts {
      pauseIfDue()
      let chapter = part.material.chapter
      add(Item(minutes: part.material.minutes, who: "you", words: "demo \(chapter)"))
      add(Item(minutes: part.talk, who: "all", words: "questions of the room"))
      for exercise in part.exercises {
        pauseIfDue()
        add(Item(minutes: exercise.minutes, who: "pairs", words: "open \(exercise.name)"))
      }
    }
    while taken < breaks {
      items.append(Item(minutes: pause, who: "all", words: "a break"))
      taken += 1
    }
    if spare > 0 { items.append(Item(minutes: spare, who: "all", words: "quiz, with votes")) }
    return items + [Item(minutes: end, who: "all", words: "your own app: help chart, symptom")]
  }

  private static let longestPart = 20

  /// What was chosen last is cut first.
  private static func cuts(of parts: [Part], spare: Int, leading: [String]) -> [String] {
    var cuts = spare > 0 ? ["the quiz"] : []
    cuts += parts.flatMap { $0.exercises.dropFirst().map { "exercise \($0.name)" } }
    let optional = parts.filter { !leading.contains($0.material.chapter) }
    cuts += optional.dropFirst().reversed().map { "chapter \($0.material.chapter)" }
    return cuts.isEmpty ? ["the questions of the room"] : cuts
  }
}
