import Forges
package import JSON
import Languages
package import Store
import Time

/// What the last visits of a repository have logged, each behind a summary that opens it.
struct LogSection {
  let visits: [LoggedVisit]

  /// Nothing if no visit has logged anything.
  func content(at now: Timestamp) -> [Markup] {
    guard !visits.isEmpty else { return [] }
    return [element("h2", ["id": "log"], ["Log"])] + visits.map { visit(for: $0, at: now) }
  }

  private func visit(for visit: LoggedVisit, at now: Timestamp) -> Markup {
    element(
      "details", ["class": "log"],
      [
        element(
          "summary", [:],
          [
            moment(visit.at, at: now),
            " \(visit.outcome), \(visit.seconds) s, job \(visit.job)",
          ]),
        element("pre", ["tabindex": "0"], [.text(visit.lines.joined(separator: "\n"))]),
      ])
  }
}

extension LoggedVisit {
  /// The format in the API and of `martlet logs --json`.
  package var json: Value {
    [
      "forge": .string(repository.forge), "job": .string(job), "at": .time(at),
      "seconds": .int(seconds), "outcome": .string(outcome),
      "lines": .array(lines.map { .string($0) }),
    ]
  }
}
