internal import CoreData
internal import WorkbookKit

extension Session {
  /// One command, one function.
  func perform(_ command: Command, _ options: CommonOptions) throws -> ExitStatus {
    switch command {
    case .list: list(options)
    case .topics: topics(options)
    case .lesson(let chapter): try lesson(chapter)
    case .next: try next(options)
    case .skip: try skip(options)
    case .quiz(let chapter): try quiz(chapter)
    case .fixedQuiz(let request): try fixedQuiz(request, options)
    case .testOut(let chapter): try testOut(chapter)
    case .back: try back()
    case .again: try again()
    case .more: try more(options)
    case .goTo(let chapter, let step): try goTo(chapter, step: step)
    case .run(let target, true, _): try runLive(target, options)
    case .run(let target, false, let schedule): try run(target, schedule: schedule, options)
    case .step(let target): try step(target, options)
    case .play: try play(options)
    case .theme(let theme): choose(theme)
    case .track(let name): try track(name)
    case .symptom(let words): try symptom(words, options)
    case .compare(let scenario): try compare(scenario, options)
    case .fix(let target): try fix(target)
    case .source(let target): try source(target)
    case .explore(let target, let request): try explore(target, request, options)
    case .replay(let code): try replay(code, options)
    case .check(let request): try check(request, options)
    case .watch(let exercise): try watch(exercise, options)
    case .tryFile(let request): try tryFile(request, options)
    case .solution(let exercise): try solution(exercise, options)
    case .hint(let exercise): try hint(exercise)
    case .open(let exercise): try open(exercise)
    case .reset(let exercise): try reset(exercise, options)
    case .undo(let exercise): try undo(exercise)
    case .progress: showProgress(options)
    case .exportProgress(let file): try exportProgress(to: file, options)
    case .importProgress(let file): try importProgress(from: file, options)
    case .demo(let request): try demo(request, options)
    case .teach(let chapter): try teach(chapter)
    case .runSheet(let request): try runSheet(request)
    case .page(let place, let chapter): try page(place, chapter: chapter, options)
    case .classMerge(let files, let html): try mergeClass(files, html: html, options)
    case .handout(let chapter, let file): try handout(chapter, to: file, options)
    case .draw(let request): try draw(request, options)
    case .accessors(let model, let folder, let usesNSSet):
      try accessors(model, into: folder, style: usesNSSet ? .foundation : .swift)
    case .managedAccessors(let sources, let module, let folder):
      try managedAccessors(sources, module: module, into: folder)
    case .new(let kind, let name): try new(kind, name)
    case .doctor(let isForRoom, let pack):
      try doctor(isForRoom: isForRoom, pack: pack, options)
    case .help(let topic): try help(topic)
    case .version: version()
    case .quit: leave()
    }
  }

  private func leave() -> ExitStatus {
    isOver = true
    return .done
  }
}
