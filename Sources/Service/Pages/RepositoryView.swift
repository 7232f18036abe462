import JSON
import Store

/// One repository: every dependency with its state and why.
struct RepositoryView: View {
  let forge: String
  let name: String
  let row: FleetRow
  let observations: [Observation]
  let pullRequests: [PullRequestRecord]
  let verdicts: [String: VerdictRecord]

  /// Reads what is known; nil where nothing is.
  init?(_ store: StateStore, forge: String, name: String) async throws {
    let rows = try await store.fleet(matching: name, limit: 1_000)
    guard let row = rows.first(where: { $0.forge == forge && $0.name == name }) else { return nil }
    self.forge = forge
    self.name = name
    self.row = row
    observations = try await store.observations(of: name, forge: forge)
    pullRequests = try await store.pullRequests(of: name, forge: forge)
      .sorted { $0.number > $1.number }
    let all = try await store.verdicts(of: name, forge: forge)
    verdicts = Dictionary(all.map { ($0.key, $0) }) { $1 }
  }

  var title: String { name }

  var content: [Markup] {
    [problems, element("h2", [:], ["Pull requests"]), pullRequestTable.markup]
      + [element("h2", [:], ["Dependencies"]), dependencyTable.markup]
  }

  private var problems: Markup {
    let last = element(
      "p", [:],
      ["Last looked at ", moment(row.visitedAt), .text(", in \(row.seconds) s, on \(forge).")])
    guard !row.problems.isEmpty else { return last }
    return .list([
      last, element("h2", [:], ["What went wrong"]),
      element("ul", [:], row.problems.map { element("li", [:], [.text($0)]) }),
    ])
  }

  private var pullRequestTable: PageTable {
    PageTable(
      caption: "Pull requests",
      columns: ["Number", "Versions", "State", "CI", "Since"],
      rows: pullRequests.map { record in
        let versions = record.versions.sorted { $0.key < $1.key }
          .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        return [
          link("#\(record.number)", to: address("pull-requests", forge, name, "\(record.number)")),
          .text(versions), badge(record.state.rawValue),
          verdicts[record.key].map { badge($0.verdict.rawValue) } ?? "–",
          moment(record.updatedAt),
        ]
      }, empty: "None was opened yet.")
  }

  private var dependencyTable: PageTable {
    PageTable(
      caption: "Dependencies",
      columns: ["Name", "Manifest", "Kind", "Requirement", "Current", "Newer", "State", "Why"],
      rows: observations.map { seen in
        [
          link(seen.name, to: address("packages", seen.ecosystem, seen.name)),
          .text(seen.manifest), .text("\(seen.kind), \(seen.purpose)"),
          .text(seen.requirement), .text(seen.current ?? "–"), .text(seen.latest ?? "–"),
          badge(seen.state), .text(seen.words),
        ]
      }, empty: "None was seen yet.")
  }

  var json: [(String, Value)] {
    [
      ("forge", .string(forge)), ("name", .string(name)),
      ("problems", .array(row.problems.map { .string($0) })),
      ("dependencies", .array(observations.map(\.json))),
      (
        "pullRequests",
        .array(
          pullRequests.map { record in
            [
              "number": .int(record.number), "branch": .string(record.branch),
              "state": .string(record.state.rawValue),
              "verdict": verdicts[record.key].map { .string($0.verdict.rawValue) } ?? .null,
              "versions": .object(
                Object(
                  record.versions.sorted { $0.key < $1.key }
                    .map { ($0.key, .string($0.value)) })),
            ]
          })
      ),
    ]
  }
}

extension Observation {
  /// As the API shows it.
  var json: Value {
    func text(_ value: String?) -> Value { value.map { .string($0) } ?? .null }
    return [
      "ecosystem": .string(ecosystem), "branch": .string(branch), "directory": .string(directory),
      "manifest": .string(manifest), "name": .string(name), "kind": .string(kind),
      "group": .string(purpose), "requirement": .string(requirement), "current": text(current),
      "latest": text(latest), "state": .string(state), "reason": .string(words),
      "pullRequest": number.map { .int($0) } ?? .null,
    ]
  }
}
