import Arguments
import Ecosystem
import JSON
import Text
import Updates

/// `martlet check`: lists outdated dependencies and the updates that would be proposed.
struct CheckCommand: Sendable {
  var selection: Selection
  var world: World
  var isDirectOnly: Bool
  var progress: CommandProgress

  /// Looks up every dependency of every selected project.
  func projects() async -> [ProjectState] {
    var found: [ProjectState] = []
    let states = await world.read(selection.configuredProjects, in: selection.source)
    progress.expect(states.count)
    for var state in states {
      if isDirectOnly { state.dependencies.removeAll { $0.kind == .indirect } }
      let project = await progress.during(state.project.manifest) { [state] in
        await world.lookUp(state)
      }
      found.append(project)
    }
    progress.end()
    return found
  }
}

extension [ProjectState] {
  /// All problems, for the exit code and for standard error.
  var problems: [Problem] {
    flatMap { state in
      [state.problem].compactMap(\.self)
        + state.candidateSets.map(\.dependency).filter { !$0.isExternal }.compactMap(\.problem)
    }
  }

  /// The document of `check --json`.
  var json: Value {
    let rows = flatMap { state in
      state.candidateSets.map { $0.json(in: state.project) }
    }
    return ["schema": 1, "dependencies": .array(rows), "tools": .array(flatMap(\.tools))]
  }

  /// The tables for people, one per manifest.
  ///
  /// If verbose, they include the tools that a project is read and locked for.
  func text(inColor: Bool, isVerbose: Bool = false) -> String {
    map { state in
      guard !state.candidateSets.isEmpty else {
        // The reasons for failures go to standard error.
        let result = state.problem == nil ? "nothing" : "could not be looked at"
        return "\(state.project.manifest.printableLine): \(result)\n"
      }
      let rows = state.candidateSets.map(\.cells)
      let header = ["name", "kind", "requirement", "current", "wanted", "latest", "status"]
      let paint = { inColor ? colored($0) : $0 }
      let tools = isVerbose ? (state.opened?.toolVersions ?? []).map(\.description) : []
      let remarks = state.projectRemarks.filter { !tools.contains($0) }
      let reasons =
        state.candidateSets.flatMap {
          $0.alertSentences + [$0.note, $0.migrationNote].compactMap(\.self)
        }
        .map { "\($0.printable)\n" }.joined()
        + (tools + remarks).map { "\($0.printable)\n" }.joined()
      return
        "\(state.project.manifest.printableLine)\n\(table(header, rows, paint: paint))\(reasons)"
    }.joined(separator: "\n")
  }
}

extension ProjectState {
  /// The tools of the project, each with its manifest.
  fileprivate var tools: [Value] {
    (opened?.toolVersions ?? []).map { tool in
      .object(Object([("manifest", .string(configured.project.manifest))] + tool.members))
    }
  }
}

extension CandidateSet {
  /// A line that says what policy holds back; what only the default leaves out is not worth one.
  fileprivate var note: String? {
    if dependency.isExternal, let problem = dependency.problem {
      return "\(dependency.id): \(problem.message), and is not updated"
    }
    guard dependency.problem == nil, held != nil || notProposed.map(\.isOfRule) ?? false else {
      return nil
    }
    return reason.map { "\(dependency.id): \($0)" }
  }

  fileprivate var migrationNote: String? {
    migrationHint.map { "\(dependency.name): \($0.sentence)" }
  }

  fileprivate var cells: [String] {
    let shown = { (text: String?) in text.map { $0.isEmpty ? "-" : short($0) } ?? "-" }
    return [
      dependency.name, dependency.kind.rawValue, shown(dependency.requirement),
      shown(dependency.current) + dependency.copies.map { ", \($0)" }.joined(), shown(wanted),
      shown(latest), status.rawValue,
    ]
  }

  fileprivate func json(in project: Project) -> Value {
    let text = { (text: String?) -> Value in text.map { .string($0) } ?? .null }
    let members: [(String, Value)] = [
      ("ecosystem", .string(project.ecosystem.rawValue)), ("directory", .string(project.directory)),
      ("manifest", .string(project.manifest)), ("name", .string(dependency.name)),
      ("kind", .string(dependency.kind.rawValue)), ("group", .string(dependency.group.rawValue)),
      ("requirement", .string(dependency.requirement)), ("current", text(dependency.current)),
      ("wanted", text(wanted)), ("latest", text(latest)), ("status", .string(status.rawValue)),
      ("reason", text(dependency.problem?.fullMessage ?? reason)),
    ]
    let copies: [(String, Value)] =
      dependency.copies.isEmpty ? [] : [("copies", .array(dependency.copies.map { .string($0) }))]
    let requirements: [(String, Value)] =
      dependency.requirements.count < 2
      ? [] : [("requirements", .array(dependency.requirements.map(\.json)))]
    let other = migrationHint.map { migrationHint -> [(String, Value)] in
      [
        (
          "elsewhere",
          [
            "version": text(migrationHint.version),
            "ecosystem": .string(migrationHint.ecosystem.rawValue),
            "message": .string(migrationHint.sentence),
          ]
        )
      ]
    }
    return .object(Object(members + copies + requirements + alertMembers + (other ?? [])))
  }
}

extension Requirement {
  fileprivate var json: Value {
    [
      "manifest": .string(manifest), "section": .string(section), "requirement": .string(text),
      "current": locked.map { .string($0) } ?? .null,
    ]
  }
}

/// Adds the terminal color of a status (ECMA-48, section 8.3.117).
private func colored(_ word: String) -> String {
  let color: Int? =
    switch CandidateSet.Status(rawValue: word) {
    case .outdated: 33
    case .refused, .failed: 31
    case .upToDate: 32
    case .ignored, .coolingDown, nil: nil
    }
  return color.map { "\u{1B}[\($0)m\(word)\u{1B}[0m" } ?? word
}

/// Shortens a commit, which would make the table too wide.
private func short(_ text: String) -> String {
  text.utf8.count == 40 && text.allSatisfy(\.isHexDigit) ? String(text.prefix(7)) : text
}

extension UpdateState {
  /// Whether a configured rule is the reason.
  fileprivate var isOfRule: Bool {
    switch self {
    case .switchedOff: true
    case .leftOut(_, let rule): rule != Policy.onlyDirect
    default: false
    }
  }
}
