import Ecosystem
package import Forges
import Store

extension RepositoryPass {
  /// Makes a pass, and up to two more while merges of ours move the base.
  ///
  /// After a merge, other pull requests may conflict or need a rebuild. Only the next pass sees that.
  package func repeatedly(_ name: RepositoryName) async -> RepositoryReport {
    var report = await self(name)
    let again = surveyingNothing
    for _ in 0..<2 where report.needsPass && !isDry { report.follow(with: await again(name)) }
    return report
  }

  /// The same pass, which asks the forge for everything: an earlier one has changed something.
  private var surveyingNothing: RepositoryPass {
    var pass = self
    pass.listed = { [listed] name in
      var repository = listed(name)
      repository?.unchangedHead = nil
      return repository
    }
    return pass
  }
}

extension RepositoryReport {
  /// Continues the report with that of a later pass.
  ///
  /// Changes of the earlier pass are kept: a pull request that it opened is still reported as opened.
  package mutating func follow(with later: RepositoryReport) {
    let before = dependencies
    if !later.dependencies.isEmpty {
      let numbers = Set(later.dependencies.compactMap(\.state.number))
      let done = before.filter { $0.isDone(unlessIn: numbers) }
      dependencies = done + later.dependencies.map { $0.keepingChange(from: before) }
    }
    let numbers = Set(later.verdicts.map(\.number))
    let merged = verdicts.filter { $0.merging == .merged && !numbers.contains($0.number) }
    verdicts = (merged + later.verdicts).sorted { $0.number < $1.number }
    asksForFile = asksForFile || later.asksForFile
    releaseLags += later.releaseLags
    problems = later.problems
    notices = later.notices
    repositoryFailure = later.repositoryFailure
    needsPass = later.needsPass
    read = later.read
    subjects = later.subjects
    condition = later.condition ?? condition
    isComplete = later.isComplete
    name = later.name ?? name
    configurationErrors = later.configurationErrors ?? configurationErrors
    channels = later.channels ?? channels
    wantsDashboard = later.wantsDashboard ?? wantsDashboard
    dashboard = later.dashboard
    lookAgainAt = later.lookAgainAt
    dueAgainAt = later.dueAgainAt
    checkTimeout = max(checkTimeout, later.checkTimeout)
  }
}

extension DependencyReport {
  /// Whether an earlier pass did something that a later one can't show any more: it closed a pull request,
  /// merged a branch, or opened a pull request that was merged since.
  fileprivate func isDone(unlessIn numbers: Set<Int>) -> Bool {
    switch state {
    case .closed, .merged: true
    case .opened(let number, _): !numbers.contains(number)
    default: false
    }
  }

  /// The report, with the state of an earlier pass if that opened or updated the pull request.
  fileprivate func keepingChange(from before: [DependencyReport]) -> DependencyReport {
    guard case .current(let number, _) = state else { return self }
    let changed = before.first { other in
      guard other.project == project, other.dependency.id == dependency.id else { return false }
      return switch other.state {
      case .opened(number, _), .updated(number, _): true
      default: false
      }
    }
    guard let changed else { return self }
    var report = self
    report.state = changed.state
    return report
  }
}
