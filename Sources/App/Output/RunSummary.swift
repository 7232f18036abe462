import Configuration
import Ecosystem
import Store
import Updates

/// The last line of a run's text: what changed, and what needs attention.
///
///     14 repositories: 3 opened, 1 merged, 6 held back, 1 red, 2 failed
struct RunSummary: Sendable {
  private let repositories: Int
  private let counts: [(number: Int, noun: String)]

  /// Counts the pull requests and problems of a report.
  init(_ report: RunReport) {
    let states = report.repositories.flatMap(\.dependencies).map(\.state)
    let verdicts = report.verdicts
    let problems = report.problems
    let branches = states.count { if case .merged = $0 { true } else { false } }
    let mistakes = problems.count { $0.kind == .usage } + report.findings(.error)
    let pullRequests: (String) -> Int = { word in
      report.repositories.reduce(0) { sum, repository in
        sum + Set(repository.dependencies.filter { $0.state.word == word }.map(\.key)).count
      }
    }
    repositories = report.repositories.count
    counts = [
      (pullRequests("opened"), "opened"),
      (report.repositories.count(where: \.asksForFile), "asked for a configuration file"),
      (pullRequests("updated"), "updated"),
      (pullRequests("closed"), "closed"),
      (pullRequests("to-open"), "to open"), (pullRequests("to-update"), "to update"),
      (pullRequests("to-close"), "to close"),
      (verdicts.count { $0.merging == .merged } + branches, "merged"),
      (states.count { $0.observed.isHeldBack || $0.observed == .heldBack }, "held back"),
      (
        verdicts.count { VerdictRecord.Kind.red.contains($0.verdict) && $0.merging != .merged },
        "red"
      ),
      (problems.count { $0.kind == .refused } + report.findings(.refused), "refused"),
      (problems.count { $0.kind == .unsolvable }, "without a solution"),
      (mistakes, mistakes == 1 ? "mistake in configurations" : "mistakes in configurations"),
      (problems.count { $0.kind == .failed }, "failed"),
    ]
  }

  /// The line, with every number that is not zero.
  var line: String {
    let shown = counts.filter { $0.number > 0 }.map { "\($0.number) \($0.noun)" }
    return "\(repositories) \(repositories == 1 ? "repository" : "repositories"): "
      + (shown.isEmpty ? "nothing changed" : shown.joined(separator: ", "))
  }
}

extension RunReport {
  /// Counts the findings in configuration files that have a severity.
  fileprivate func findings(_ severity: Finding.Severity) -> Int {
    repositories.flatMap(\.findings).count { $0.severity == severity }
  }
}
