import Forges
import JSON
import Languages
import Store
import Updates

/// The searches for the updates that make the checks of open pull requests fail.
struct SearchSection {
  /// A search, with the pull request whose checks fail.
  fileprivate struct Search {
    let record: SplitRecord
    let number: Int
    /// Why it was given up; nil: it wasn't.
    let reason: String?
  }

  let repository: RepositoryID
  private let searches: [Search]

  /// Takes the searches that go on, were given up, or have found updates.
  ///
  /// - Parameters:
  ///   - repository: the repository.
  ///   - records: its searches.
  ///   - pullRequests: its pull requests; searches in others aren't shown.
  ///   - verdicts: the results of their checks.
  init(
    _ repository: RepositoryID, _ records: [SplitRecord], in pullRequests: [PullRequestRecord],
    _ verdicts: [VerdictRecord]
  ) {
    self.repository = repository
    searches = pullRequests.filter { $0.state == .open }.compactMap { open in
      guard let record = records.first(where: { $0.key == open.key }) else { return nil }
      let verdict = verdicts.first { $0.key == open.key }
      let search = Search(
        record: record, number: open.number, reason: record.reasonGivenUp(at: open, verdict))
      let isShown = record.isSearching || search.reason != nil || !record.findings.isEmpty
      return isShown ? search : nil
    }
  }

  /// Nothing without a search.
  func content(_ context: PageContext) -> [Markup] {
    guard !searches.isEmpty else { return [] }
    let table = PageTable(
      caption: "Searches in failing pull requests",
      columns: ["Pull request", "State", "Sets", "Judged", "Found", "Reason"],
      rows: searches.map { search in
        [
          link(
            context.forges.reference(search.number, on: repository.forge),
            to: repository.page(ofPullRequest: search.number)),
          .label(search.state), .text("\(search.record.trials.count)"),
          .text("\(search.judged)"), versionList(search.found),
          search.reason.map { .sentence($0) } ?? "–",
        ]
      })
    return [element("h2", [:], ["Searches in failing pull requests"]), table.markup]
  }

  var json: Value {
    .array(
      searches.map { search in
        [
          "number": .int(search.number), "state": .string(search.state.english),
          "sets": .int(search.record.trials.count), "judged": .int(search.judged),
          "found": versionObject(search.found),
          "reason": search.reason.map { .string($0) } ?? .null,
        ]
      })
  }
}

extension SearchSection.Search {
  fileprivate var judged: Int { record.trials.count { $0.outcome != nil } }

  fileprivate var found: [String: String] {
    record.findings.reduce(into: [:]) { $0.merge($1.versions) { _, new in new } }
  }

  fileprivate var state: Message {
    record.isSearching ? "searching" : reason == nil ? "found" : "given up"
  }
}
