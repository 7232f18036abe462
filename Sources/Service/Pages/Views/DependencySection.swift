import JSON
import Store

/// The dependencies of a repository, in parts: what needs a look first.
struct DependencySection {
  /// The parts; each dependency is in one of them, and in `all`.
  enum Part: String, CaseIterable {
    case look, leftOut = "left-out", fresh, all

    fileprivate var words: String {
      switch self {
      case .look: "Outdated, held or failed"
      case .leftOut: "Left out by policy"
      case .fresh: "Up to date"
      case .all: "All"
      }
    }

    fileprivate func includes(_ seen: Observation) -> Bool {
      switch self {
      case .look: seen.state != "left-out" && seen.state != "up-to-date"
      case .leftOut: seen.state == "left-out"
      case .fresh: seen.state == "up-to-date"
      case .all: true
      }
    }
  }

  let repository: RepositoryView
  let query: ListQuery

  private var observations: [Observation] { repository.observations }

  var content: [Markup] {
    let part: Part = query.choice("show", else: .look)
    let named = observations.filter { query.text.isEmpty || $0.name.contains(query.text) }
    let shown = query.part(of: named.filter(part.includes))
    return [
      element("h2", ["id": "dependencies"], ["Dependencies"]),
      SearchForm(
        path: query.path, label: "Name contains", text: query.text,
        choices: [
          .init(
            name: "show", label: "Show",
            options: Part.allCases.map { one in
              (one.rawValue, "\(one.words) (\(grouped(named.count(where: one.includes))))")
            }, chosen: part.rawValue)
        ]
      ).markup,
    ]
      + query.paged(
        table(shown.rows), shown.rows.count, of: shown.total, "dependency", "dependencies")
  }

  private func table(_ rows: [Observation]) -> PageTable {
    // Few repositories need the column, and none is narrow already.
    let isHit = observations.contains { !$0.advisories.isEmpty }
    return PageTable(
      caption: "Dependencies",
      columns: ["Name", "State", "Why", "Current", "Newer"] + (isHit ? ["Fixed in"] : [])
        + ["Requirement", "Manifest", "Kind"],
      rows: rows.map { seen in
        [
          link(seen.name, to: address("packages", seen.ecosystem, seen.name)),
          stateBadge(seen), seen.why(in: repository.name, on: repository.forge),
          code(seen.current), code(seen.latest),
        ] + (isHit ? [code(seen.fix)] : []) + [
          code(seen.requirement), .text(seen.manifest), .text("\(seen.kind), \(seen.purpose)"),
        ]
      },
      empty: observations.isEmpty
        ? "None was seen yet: no manifest that martlet reads, or no entry that names it."
        : query.absence("Nothing is outdated, held or failed.", filtered: "None is like this."))
  }
}

/// A dependency's state; the ones that differ only in what the last pass did are one to the reader.
func stateBadge(_ seen: Observation) -> Markup {
  badge(["current", "opened", "updated"].contains(seen.state) ? "proposed" : seen.state)
}

extension Observation {
  /// Why it is as it is, with the way to the pull request that is meant.
  func why(in repository: String, on forge: String) -> Markup {
    guard let number else { return .text(words) }
    return link(words, to: address("pull-requests", forge, repository, "\(number)"))
  }

  /// What needs a look stands first.
  var rank: Int {
    switch state {
    case "problem": 0
    case "apart", "foreign-commits": 1
    case "opened", "updated", "current": 2
    case "left-out": 4
    case "up-to-date": 5
    default: 3
    }
  }

  /// As the API shows it.
  var json: Value {
    func text(_ value: String?) -> Value { value.map { .string($0) } ?? .null }
    return [
      "ecosystem": .string(ecosystem), "branch": .string(branch), "directory": .string(directory),
      "manifest": .string(manifest), "name": .string(name), "kind": .string(kind),
      "group": .string(purpose), "requirement": .string(requirement), "current": text(current),
      "latest": text(latest), "state": .string(state), "reason": .string(words),
      "pullRequest": number.map { .int($0) } ?? .null,
      "advisories": .array(advisories.map(\.json)), "fix": text(fix),
    ]
  }
}
