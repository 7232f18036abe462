import Forges
import JSON
import Languages
import Store
import Time

/// What happened in a repository, as a time line with a heading for each day, latest first.
struct HistorySection {
  /// An entry of the time line.
  struct Entry: Hashable {
    var at: Timestamp
    /// One word: `opened`, `merged`, `security`.
    var kind: String
    /// The number of the pull request; nil if it concerns none.
    var number: Int?
    var text: String
  }

  /// The most entries of a time line.
  static let mostEntries = 100

  let repository: RepositoryID
  let entries: [Entry]

  /// Merges the events of pull requests with the facts about the repository.
  ///
  /// Facts that repeat an event, such as failed checks, are left out.
  init(_ repository: RepositoryID, _ events: [Event], _ facts: [Fact]) {
    self.repository = repository
    let told: Set<Fact.Kind> = [.red, .merged, .waiting]
    let own = events.map {
      Entry(at: $0.at, kind: $0.kind, number: $0.number, text: $0.details)
    }
    let others = facts.filter { !told.contains($0.kind) }.map {
      Entry(at: $0.at, kind: $0.kind.rawValue, number: $0.number, text: $0.summary)
    }
    entries = Array(
      (own + others).enumerated().sorted {
        ($0.element.at, -$0.offset) > ($1.element.at, -$1.offset)
      }.map(\.element).prefix(Self.mostEntries))
  }

  /// Nothing if nothing happened.
  func content(_ context: PageContext) -> [Markup] {
    guard !entries.isEmpty else { return [] }
    var days: [(day: String, entries: [Entry])] = []
    for entry in entries {
      let day = String(entry.at.rfc3339.prefix(10))
      if days.last?.day == day {
        days[days.count - 1].entries.append(entry)
      } else {
        days.append((day, [entry]))
      }
    }
    return [element("h2", ["id": "history"], ["History"])]
      + days.flatMap { day, entries in
        [
          element("h3", [:], [.text(day)]),
          element("ol", ["class": "timeline"], entries.map { item($0, context) }),
        ]
      }
  }

  private func item(_ entry: Entry, _ context: PageContext) -> Markup {
    let time = element(
      "time", ["datetime": entry.at.rfc3339],
      [.text(String(entry.at.rfc3339.dropFirst(11).prefix(5)))])
    let subject = entry.number.map { number in
      link(
        context.forges.reference(number, on: repository.forge),
        to: repository.page(ofPullRequest: number))
    }
    return element(
      "li", [:],
      [time, .text(" "), badge(entry.kind), .text(" ")]
        + (subject.map { [$0, .text(" ")] } ?? []) + [.text(entry.text)])
  }

  /// The format in the API.
  var json: Value {
    .array(
      entries.map { entry in
        [
          "at": .time(entry.at), "kind": .string(entry.kind),
          "pullRequest": entry.number.map { .int($0) } ?? .null, "words": .string(entry.text),
        ]
      })
  }
}
