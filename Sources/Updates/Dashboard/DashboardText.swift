import Forges
import Languages
import Store
import Time

/// The content of a dashboard, from the state alone, without a request.
struct DashboardContent: Sendable {
  /// All dependencies as last read.
  var observations: [Observation]
  /// The open pull requests by number, oldest first.
  var pullRequests: [OpenPullRequest]
  /// The problems that last, a line each.
  var problems: [String]
  /// What comments ignore.
  var ignores: [Ignore]
  /// Ticked boxes that wait.
  var requests: [DashboardRequest]
  /// The numbers of the pull requests with a requested rebuild.
  var rebuilds: Set<Int>
  /// A remark about undone edits; empty: none.
  var note: String
  /// How the forge writes references.
  var text: ForgeText
  var language: Language

  /// An open pull request of martlet's.
  struct OpenPullRequest: Sendable {
    var number: Int
    /// The dependencies with their versions.
    var title: String
    /// Why its checks are red; nil if they aren't.
    var red: String?
  }
}

extension DashboardContent {
  /// Returns Markdown with the marker, of at most `limit` UTF-16 units: long sections are cut.
  func text(limit: Int) -> String {
    for rows in [100, 40, 15, 5] {
      let text = text(rows: rows)
      if text.utf16.count <= limit { return text }
    }
    return text(rows: 1)
  }

  private func text(rows: Int) -> String {
    let note = note.isEmpty ? [] : ["> \(note)"]
    let shown = sections.filter { !$0.lines.isEmpty }.map { section in
      let lines = section.lines.prefix(rows)
      let rest = section.lines.count - lines.count
      let more = rest > 0 ? "\n" + language("- and \(rest) more") : ""
      return "## \(section.title)\n\n\(lines.joined(separator: "\n"))\(more)"
    }
    let empty = shown.isEmpty ? [language("All dependencies are up to date.")] : []
    return ([introduction] + note + shown + empty + [IssuePurpose.dashboard.marker])
      .joined(separator: "\n\n")
  }

  private var introduction: String {
    language(
      "This issue lists what martlet knows about the dependencies of this repository. A ticked box "
        + "asks for something, and counts if everyone who edited this text has write access. Other "
        + "changes of this text are undone.")
  }

  private var sections: [(title: String, lines: [String])] {
    [
      (language("Red: the checks failed"), pullRequests.filter { $0.red != nil }.map(line)),
      (language("Security"), observations.filter { !$0.advisories.isEmpty }.map(securityLine)),
      (
        language("Waiting for approval"),
        lines(of: [.awaitingApproval], .approve) { Message("approve: \($0)") }
      ),
      (language("Open"), pullRequests.filter { $0.red == nil }.map(line)),
      (
        language("Cooling down"), lines(of: [.coolingDown], .open) { Message("open now: \($0)") }
      ),
      (
        language("Held back"),
        lines(of: [.scheduled, .limited], .open) { Message("open now: \($0)") } + unboxed
      ),
      (
        language("Refused or failed"),
        problems.map { "- \(inMarkdown(language.translated($0)))" }
      ),
      (language("Ignored"), ignores.map(line) + ignoredByRules),
    ]
  }

  private func line(_ pull: OpenPullRequest) -> String {
    let box = DashboardBox.rebuild(pull.number).line(isTicked: rebuilds.contains(pull.number))
    let red = pull.red.map { ": \($0)" } ?? ""
    return box + language("rebuild \(text.reference(pull.number)): \(pull.title)\(red)")
  }

  /// The lines of steps that are held back in one of these states.
  private func lines(
    of states: Set<ObservationState>, _ kind: DashboardRequest.Kind,
    _ request: (_ move: String) -> Message
  ) -> [String] {
    observations.flatMap { observation in
      observation.heldSteps.filter { states.contains($0.state) }.map { step in
        let subject = DashboardBox.Subject(
          observation.ecosystem, observation.directory, observation.name, step.version)
        let box = DashboardBox.request(kind, subject)
        let isTicked = requests.contains {
          $0.kind == kind && $0.concerns(subject, at: observation.current)
        }
        return box.line(isTicked: isTicked)
          + language(request(moves(observation, to: step.version)))
          + reason(of: observation, step.state)
      }
    }
  }

  private func reason(of observation: Observation, _ held: ObservationState) -> String {
    switch held {
    case .coolingDown:
      observation.heldUntil.map { language(", cools down until \($0.date)") } ?? ""
    case .scheduled: language(", waits for its schedule")
    case .limited: language(", waits for a place below the limit of open pull requests")
    default: ""
    }
  }

  /// The dependencies that are held back for a reason that no box can change.
  private var unboxed: [String] {
    let states: Set<ObservationState> = [
      .heldBack, .apart, .switchedOff, .declined, .foreignCommits,
    ]
    return observations.filter { states.contains($0.state) || states.contains($0.held ?? $0.state) }
      .map(reasonLine)
  }

  private func reasonLine(_ observation: Observation) -> String {
    let reason = inMarkdown(language.translated(observation.reason))
    return "- \(code(observation.name))\(location(observation)): \(reason)"
  }

  private var ignoredByRules: [String] {
    observations.filter { observation in
      observation.held == .ignored
        && !ignores.contains { $0.dependency == observation.name && $0.concerns(observation) }
    }.map(reasonLine)
  }

  private func line(_ ignore: Ignore) -> String {
    let subject = DashboardBox.Subject(
      ignore.ecosystem, ignore.directory, ignore.dependency, ignore.version)
    let (extent, author) = (ignore.extent(in: language), code("@\(ignore.author)"))
    return DashboardBox.unignore(subject, ignore.condition).line()
      + language(
        "propose again: \(extent) of \(code(ignore.dependency)), ignored by \(author) on \(text.reference(ignore.number))"
      )
  }

  private func securityLine(_ observation: Observation) -> String {
    let names = observation.advisories.prefix(3).map { code($0.id) }
    let rest = observation.advisories.count - names.count
    let list = language.list(names) + (rest > 0 ? language(" and \(rest) more") : "")
    let fix =
      observation.fix.map { language("fixed in \(code($0))") } ?? language("no fixed version")
    let pull = observation.number.map { ", \(text.reference($0))" } ?? ""
    return
      "- \(code(observation.name)) \(code(observation.current ?? "?"))\(location(observation)): "
      + "\(list), \(fix)\(pull)"
  }

  private func moves(_ observation: Observation, to version: String) -> String {
    let from = observation.current.map { "\(code($0)) → " } ?? ""
    return "\(code(observation.name)) \(from)\(code(version))\(location(observation))"
  }

  /// The directory and the branch, as far as they distinguish dependencies.
  private func location(_ observation: Observation) -> String {
    let directory =
      observation.directory == "/" ? "" : language(" in \(code(observation.directory))")
    let branches = Set(observations.map(\.branch))
    return directory
      + (branches.count > 1 ? language(" on \(code(observation.branch))") : "")
  }
}

extension Observation {
  /// The steps without a pull request: the one that would be next, and the newest one.
  fileprivate var heldSteps: [(state: ObservationState, version: String)] {
    var steps: [(state: ObservationState, version: String)] = []
    if state.isHeldBack, number == nil, let latest, latest != heldVersion {
      steps.append((state, latest))
    }
    if let held, let heldVersion { steps.append((held, heldVersion)) }
    return steps
  }
}

extension DashboardRequest {
  fileprivate func concerns(_ subject: DashboardBox.Subject, at current: String?) -> Bool {
    guard ecosystem == subject.ecosystem, directory == subject.directory,
      dependency == subject.dependency
    else { return false }
    return kind == .approve
      ? approves(subject.version, from: current) : version == subject.version
  }
}

extension Ignore {
  fileprivate func concerns(_ observation: Observation) -> Bool {
    ecosystem == observation.ecosystem && directory == observation.directory
  }
}
