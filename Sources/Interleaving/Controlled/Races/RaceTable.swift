/// The data races of all runs of an exploration, in words.
///
/// The same few races come up in one run after the other. They are known again by their numbers
/// and names, so that a report is put together only for those that were never seen before.
struct RaceTable {
  private var known: [(race: RunModel.Race, report: Int)] = []
  private var reports: [RaceReport] = []

  /// The reports with the given numbers.
  subscript(_ numbers: [Int]) -> [RaceReport] { numbers.map { reports[$0] } }

  /// The numbers of the reports of a run, whose threads and objects must still have names.
  mutating func add(_ model: RunModel) -> [Int] {
    var numbers: [Int] = []
    numbers.reserveCapacity(model.races.count)
    for race in model.races {
      let number = number(of: race, in: model)
      // Different threads may have one name.
      if !numbers.contains(number) { numbers.append(number) }
    }
    return numbers
  }

  /// The numbers of these reports, which are from another table.
  mutating func add(_ others: [RaceReport]) -> [Int] {
    others.map { report in
      if let known = reports.firstIndex(of: report) { return known }
      reports.append(report)
      return reports.count - 1
    }
  }

  private mutating func number(of race: RunModel.Race, in model: RunModel) -> Int {
    for index in known.indices where known[index].race == race {
      let report = known[index].report
      if model.hasNames(of: reports[report], race) { return report }
    }
    let report = model.report(race)
    let number = reports.firstIndex(of: report) ?? reports.count
    if number == reports.count { reports.append(report) }
    known.append((race, number))
    return number
  }
}

extension RunModel {
  /// In another run the numbers of a race may be those of other threads and objects.
  fileprivate func hasNames(of report: RaceReport, _ race: Race) -> Bool {
    report.resource == objects[race.resource].name
      && report.first.thread == threads[race.first.thread].name
      && report.second.thread == threads[race.second.thread].name
  }

  fileprivate func report(_ race: Race) -> RaceReport {
    RaceReport(
      resource: objects[race.resource].name, first: report(race.first),
      second: report(race.second))
  }

  private func report(_ access: Race.Access) -> RaceReport.Access {
    RaceReport.Access(thread: threads[access.thread].name, kind: access.kind, place: access.place)
  }
}
