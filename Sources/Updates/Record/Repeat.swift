import Ecosystem
package import Forges
import Store

extension RepositoryPass {
  /// Goes over a repository, and again as long as merges of ours move its base.
  ///
  /// After a merge others conflict, or must be rebuilt; that is known to the next pass alone.
  package func repeatedly(_ name: RepositoryName) async -> RepositoryReport {
    var report = await self(name)
    for _ in 0..<2 where report.needsPass && !isDry { report.follow(with: await self(name)) }
    return report
  }
}

extension RepositoryReport {
  /// Goes on with what a later pass, or a later look, found.
  ///
  /// What was done is kept, though it now only stands: a pull request that was opened is reported
  /// as opened.
  package mutating func follow(with later: RepositoryReport) {
    let before = dependencies
    if !later.dependencies.isEmpty {
      let closed = before.filter { if case .closed = $0.state { true } else { false } }
      dependencies = closed + later.dependencies.map { $0.remembering(before) }
    }
    let numbers = Set(later.verdicts.map(\.number))
    let merged = verdicts.filter { $0.merging == .merged && !numbers.contains($0.number) }
    verdicts = (merged + later.verdicts).sorted { $0.number < $1.number }
    problems = later.problems
    notices = later.notices
    repositoryFailure = later.repositoryFailure
    needsPass = later.needsPass
    lookAgainAt = later.lookAgainAt
    patience = max(patience, later.patience)
  }
}

extension DependencyReport {
  fileprivate func remembering(_ before: [DependencyReport]) -> DependencyReport {
    guard case .current(let number, _) = state else { return self }
    let done = before.first { other in
      guard other.project == project, other.dependency.name == dependency.name else { return false }
      return switch other.state {
      case .opened(number, _), .updated(number, _): true
      default: false
      }
    }
    guard let done else { return self }
    var report = self
    report.state = done.state
    return report
  }
}
