import Forges
import JSON
import Languages
import Store

/// The dependencies of a repository, those that need attention first.
struct DependencySection {
  /// The parts; each dependency is in one of them, and in `all`.
  enum Part: String, CaseIterable {
    case look, leftOut = "left-out", fresh, all

    fileprivate var title: Message {
      switch self {
      case .look: "Outdated, held or failed"
      case .leftOut: "Left out by policy"
      case .fresh: "Up to date"
      case .all: "All"
      }
    }

    fileprivate func includes(_ seen: Observation) -> Bool {
      switch self {
      case .look: seen.state != .leftOut && seen.state != .upToDate
      case .leftOut: seen.state == .leftOut
      case .fresh: seen.state == .upToDate
      case .all: true
      }
    }
  }

  let view: RepositoryView
  let query: ListQuery

  private var observations: [Observation] { view.observations }

  func content(_ context: PageContext) -> [Markup] {
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
              (one.rawValue, one.title + " (\(grouped(named.count(where: one.includes))))")
            }, chosen: part.rawValue)
        ]
      ).markup,
    ]
      + query.paged(
        table(shown.rows, context), shown.rows.count, of: shown.total, .dependencies)
  }

  private func table(_ rows: [Observation], _ context: PageContext) -> PageTable {
    // Few repositories need this column, and it is wide.
    let isHit = observations.contains { !$0.advisories.isEmpty }
    return PageTable(
      caption: "Dependencies",
      columns: ["Name", "State", "Why", "Current", "Newer"] + (isHit ? ["Fixed in"] : [])
        + ["Requirement", "Manifest", "Kind"],
      rows: rows.map { seen in
        [
          link(seen.name, to: address("packages", seen.ecosystem, seen.name)),
          stateBadge(seen),
          .list([why(seen, context), preview(of: seen, for: context.visitor)]),
          code(seen.current), code(seen.latest),
        ] + (isHit ? [code(seen.fix)] : []) + [
          code(seen.requirement), .text(seen.manifest), .text("\(seen.kind), \(seen.purpose)"),
        ]
      },
      empty: observations.isEmpty
        ? "There are no dependencies: martlet found no manifest, or no entry for it."
        : query.absence(
          "No dependency is outdated, held back or failed.", filtered: "No dependency matches."))
  }
}

extension DependencySection {
  /// The reason for the state, with a link to the pull request or to the issue that a person has to
  /// answer.
  private func why(_ seen: Observation, _ context: PageContext) -> Markup {
    guard seen.number == nil, [seen.state, seen.held].contains(.awaitingApproval),
      let url = view.dashboard.flatMap({ context.forges.issue($0, of: view.repository) })
    else { return seen.why(in: view.repository) }
    return link(.sentence(seen.reason), to: url)
  }

  /// A button that shows what would be opened, if the update waits.
  fileprivate func preview(of seen: Observation, for visitor: PageVisitor) -> Markup {
    guard seen.waitingVersion != nil else { return .list([]) }
    return ActionForm(
      action: .preview, repository: view.repository, label: "Preview",
      fields: [
        ("dependency", seen.name), ("ecosystem", seen.ecosystem), ("directory", seen.directory),
      ]
    ).markup(for: visitor)
  }
}

/// Returns a dependency's state; the states of an open pull request are shown as one.
func stateBadge(_ seen: Observation) -> Markup {
  badge([.current, .opened, .updated].contains(seen.state) ? "proposed" : seen.state.rawValue)
}

extension Observation {
  /// The reason for the state, with a link to the pull request.
  func why(in repository: RepositoryID) -> Markup {
    guard let number else { return .sentence(reason) }
    return link(.sentence(reason), to: repository.page(ofPullRequest: number))
  }

  /// The order of the states: those that need attention first.
  var rank: Int {
    switch state {
    case .problem: 0
    case .apart, .foreignCommits: 1
    case .opened, .updated, .current: 2
    case .leftOut: 4
    case .upToDate: 5
    default: 3
    }
  }

  /// The format of the API.
  var json: Value {
    func text(_ value: String?) -> Value { value.map { .string($0) } ?? .null }
    return [
      "ecosystem": .string(ecosystem), "branch": .string(branch), "directory": .string(directory),
      "manifest": .string(manifest), "name": .string(name), "kind": .string(kind),
      "group": .string(purpose), "requirement": .string(requirement), "current": text(current),
      "latest": text(latest), "state": .string(state.rawValue), "reason": .string(reason),
      "pullRequest": number.map { .int($0) } ?? .null,
      "advisories": .array(advisories.map(\.json)), "fix": text(fix),
    ]
  }
}
