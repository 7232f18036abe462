import Configuration
import Ecosystem
import Languages
import Store
import Updates

/// The last line of a run's text: what changed, and what needs attention.
///
///     14 repositories: 3 opened, 1 merged, 6 held back, 1 red, 2 failed
struct RunSummary: Sendable {
  private let repositories: Int
  private let counts: [(number: Int, text: LabelText)]

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
    let all: [(Int, (Int) -> LabelText)] = [
      (pullRequests("opened"), { LabelText("\($0) opened") }),
      (
        report.repositories.count(where: \.asksForFile),
        { LabelText("\($0) asked for a configuration file") }
      ),
      (pullRequests("updated"), { LabelText("\($0) updated") }),
      (pullRequests("closed"), { LabelText("\($0) closed") }),
      (pullRequests("to-open"), { LabelText("\($0) to open") }),
      (pullRequests("to-update"), { LabelText("\($0) to update") }),
      (pullRequests("to-close"), { LabelText("\($0) to close") }),
      (
        verdicts.count { $0.merging == .merged } + branches, { LabelText("\($0) merged") }
      ),
      (
        states.count { $0.observed.isHeldBack || $0.observed == .heldBack },
        { LabelText("\($0) held back") }
      ),
      (
        verdicts.count { VerdictRecord.Kind.red.contains($0.verdict) && $0.merging != .merged },
        { LabelText("\($0) red") }
      ),
      (
        problems.count { $0.kind == .refused } + report.findings(.refused),
        { LabelText("\($0) refused") }
      ),
      (problems.count { $0.kind == .unsolvable }, { LabelText("\($0) without a solution") }),
      (
        mistakes,
        {
          $0 == 1
            ? LabelText("1 mistake in configurations")
            : LabelText("\($0) mistakes in configurations")
        }
      ),
      (problems.count { $0.kind == .failed }, { LabelText("\($0) failed") }),
    ]
    counts = all.map { (number: $0.0, text: $0.1($0.0)) }
  }

  /// The line, with every number that is not zero.
  func line(in language: Language = .english) -> String {
    let parts = counts.filter { $0.number > 0 }.map { language.label($0.text) }
    let shown = parts.isEmpty ? language("nothing changed") : language.list(parts)
    return repositories == 1
      ? language("1 repository: \(shown)") : language("\(repositories) repositories: \(shown)")
  }
}

extension RunReport {
  /// Counts the findings in configuration files that have a severity.
  fileprivate func findings(_ severity: Finding.Severity) -> Int {
    repositories.flatMap(\.findings).count { $0.severity == severity }
  }
}
