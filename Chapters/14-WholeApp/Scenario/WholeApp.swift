import Foundation
public import WorkbookKit

extension Chapter {
  /// One app, with what was met in the chapters before, and no label on any of it.
  public static let wholeApp = Chapter(
    "whole-app", number: 14, title: "A whole app",
    summary: "One app, eight things to do with it: which go wrong, how often, and what to change.",
    lesson: { Bundle.module.url(forResource: "Lesson", withExtension: "md") },
    scenarios: [.app],
    exercises: [],
    glossary: [])
}
