import Arguments
import Ecosystem
import JSON
import Languages
import Text
import Updates

/// `martlet check`: lists outdated dependencies and the updates that would be proposed.
struct CheckCommand: Sendable {
  var selection: Selection
  var world: World
  var isDirectOnly: Bool
  var progress: CommandProgress

  /// Looks up every dependency of every project, those first that the repository's file covers.
  func callAsFunction() async -> CheckResult {
    let selected = Set(selection.configuredProjects.map(\.project))
    let others = selection.isFiltered ? [] : selection.uncovered
    let all = selection.configuredProjects + others.filter { !selected.contains($0.project) }
    let states = await world.read(all, in: selection.source)
    progress.expect(states.count)
    var found: [ProjectState] = []
    for var state in states {
      if isDirectOnly { state.dependencies.removeAll { $0.kind == .indirect } }
      let project = await progress.during(state.project.manifest) { [state] in
        await world.attainable(await world.lookUp(state), in: selection.source)
      }
      found.append(project)
    }
    progress.end()
    // Without a file, nothing says that a project doesn't count.
    let uncovered = selection.file == nil ? [] : Set(selection.uncovered.map(\.project))
    return CheckResult(
      states: found, uncovered: uncovered, file: selection.file)
  }
}

/// The projects that `martlet check` has looked up.
struct CheckResult: Sendable {
  /// In the order in which they are shown.
  var states: [ProjectState]
  /// The projects among them that the repository's file doesn't cover.
  var uncovered: Set<Project>
  /// The path of the repository's file; nil without one, which covers everything.
  var file: String?
}

extension CheckResult {
  /// The states of covered projects, which alone decide about exit codes.
  private var covered: [ProjectState] { states.filter { !uncovered.contains($0.project) } }

  /// All problems of covered projects, for the exit code and for standard error.
  var problems: [Problem] {
    covered.flatMap { state in
      [state.problem].compactMap(\.self)
        + state.candidateSets.map(\.dependency).filter { !$0.isExternal }.compactMap(\.problem)
    }
  }

  /// Whether a covered dependency is outdated or has an advisory.
  func fails(on word: String?) -> Bool {
    guard let word else { return false }
    let sets = covered.flatMap(\.candidateSets)
    // An unanswered question about advisories is a failure.
    let isVulnerable =
      sets.contains { !$0.alerts.isEmpty } || covered.contains { $0.notice != nil }
    return isVulnerable || word == "outdated" && sets.contains { $0.status == .outdated }
  }

  /// The document of `check --json`.
  var json: Value {
    let rows = states.flatMap { state in
      let isCovered = !uncovered.contains(state.project)
      return state.candidateSets.map { $0.json(in: state.project, isCovered: isCovered) }
    }
    let problems = states.compactMap { state in
      state.problem.map { problem in
        Value.object(
          Object(
            [("manifest", .string(state.project.manifest))]
              + (problem.json.object?.members ?? []).map { ($0.key, $0.value) }))
      }
    }
    return [
      "schema": 1, "dependencies": .array(rows), "problems": .array(problems),
      "tools": .array(states.flatMap(\.tools)),
    ]
  }

  /// The tables for people, one per manifest, and a summary.
  ///
  /// If verbose, they include the tools that a project is read and locked for.
  func text(
    inColor: Bool, isVerbose: Bool = false, in language: Language = .english
  ) -> String {
    let tables = states.map { state in
      let isCovered = !uncovered.contains(state.project)
      let file = file ?? language("the repository's file")
      let note = isCovered ? "" : language(" (not covered by \(file))")
      return state.text(
        titleEnd: note, inColor: inColor, isVerbose: isVerbose, in: language)
    }
    return (tables + [summary(language)]).joined(separator: "\n")
  }

  /// One line with the counts: `12 dependencies: 3 outdated, 1 with advisories`.
  private func summary(_ language: Language) -> String {
    let sets = states.flatMap(\.candidateSets)
    let counts: [(Int, (Int) -> LabelText)] = [
      (sets.count { $0.status == .outdated }, { LabelText("\($0) outdated") }),
      (sets.count { !$0.alerts.isEmpty }, { LabelText("\($0) with advisories") }),
      (sets.count { $0.status == .coolingDown }, { LabelText("\($0) cooling down") }),
      (sets.count { $0.status == .ignored }, { LabelText("\($0) held back") }),
      (sets.count { $0.status == .withdrawn }, { LabelText("\($0) withdrawn") }),
      (sets.count { $0.status == .refused }, { LabelText("\($0) refused") }),
      (sets.count { $0.status == .failed }, { LabelText("\($0) failed") }),
      (
        states.count { $0.problem != nil },
        {
          $0 == 1
            ? LabelText("1 project could not be looked at")
            : LabelText("\($0) projects could not be looked at")
        }
      ),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { language.label($0.1($0.0)) }
    let shown = parts.isEmpty ? language("all up to date") : language.list(parts)
    return sets.count == 1
      ? language("1 dependency: \(shown)") + "\n"
      : language("\(sets.count) dependencies: \(shown)") + "\n"
  }
}

extension ProjectState {
  /// The table of a manifest.
  ///
  /// - Parameters:
  ///   - titleEnd: what follows the path of the manifest.
  ///   - inColor: whether statuses have the colors of terminals.
  ///   - isVerbose: whether the tools are listed.
  ///   - language: the language of headings, statuses and reasons.
  /// - Returns: lines that end with a newline.
  fileprivate func text(
    titleEnd: String, inColor: Bool, isVerbose: Bool, in language: Language
  ) -> String {
    let title = project.manifest.printableLine + titleEnd
    guard !candidateSets.isEmpty else {
      // The reasons for failures go to standard error.
      let reason = titleEnd.isEmpty ? "" : problem.map { ": \($0.message)" } ?? ""
      return problem == nil
        ? language("\(title): nothing") + "\n"
        : language("\(title): could not be looked at\(reason)") + "\n"
    }
    let rows = candidateSets.map { $0.cells(language) }
    let header = [
      language.label("name"), language.label("kind"), language.label("requirement"),
      language.label("current"),
      language.label("wanted"), language.label("latest"), language.label("status"),
    ]
    let paint = { inColor ? colored($0, in: language) : $0 }
    let tools = isVerbose ? (opened?.toolVersions ?? []).map(\.description) : []
    let remarks = projectRemarks.filter { !tools.contains($0) } + ageNotices
    let reasons =
      candidateSets.flatMap {
        let failure = titleEnd.isEmpty ? nil : $0.failureNote
        return $0.alertSentences
          + [$0.note, failure, $0.openNote, $0.remarkNote, $0.migrationNote].compactMap(\.self)
      }
      .map { "\(language.translated($0.printable))\n" }.joined()
      + (tools + remarks).map { "\(language.translated($0.printable))\n" }.joined()
    return "\(title)\n\(table(header, rows, paint: paint))\(reasons)"
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

  /// Why it could not be looked up, for projects whose problems don't go to standard error.
  fileprivate var failureNote: String? {
    dependency.isExternal ? nil : dependency.problem.map { "\(dependency.id): \($0.message)" }
  }

  fileprivate var openNote: String? { openQuestion.map { "\(dependency.id): \($0)" } }

  fileprivate var remarkNote: String? { remarkSentence.map { "\(dependency.id): \($0)" } }

  fileprivate var migrationNote: String? {
    migrationHint.map { "\(dependency.name): \($0.sentence)" }
  }

  fileprivate func cells(_ language: Language) -> [String] {
    let shown = { (text: String?) in text.map { $0.isEmpty ? "-" : short($0) } ?? "-" }
    return [
      dependency.name,
      dependency.kind == .direct ? language.label("direct") : language.label("indirect"),
      shown(dependency.requirement),
      shown(dependency.current) + dependency.copies.map { ", \($0)" }.joined(), shown(wanted),
      shown(latest), language.label(status.message),
    ]
  }

  fileprivate func json(in project: Project, isCovered: Bool) -> Value {
    let text = { (text: String?) -> Value in text.map { .string($0) } ?? .null }
    let members: [(String, Value)] = [
      ("ecosystem", .string(project.ecosystem.rawValue)), ("directory", .string(project.directory)),
      ("manifest", .string(project.manifest)), ("name", .string(dependency.name)),
      ("kind", .string(dependency.kind.rawValue)), ("group", .string(dependency.group.rawValue)),
      ("requirement", .string(dependency.requirement)), ("current", text(dependency.current)),
      ("wanted", text(wanted)), ("latest", text(latest)), ("status", .string(status.rawValue)),
      ("reason", text(dependency.problem?.fullMessage ?? reason ?? openQuestion ?? remarkSentence)),
    ]
    let coverage: [(String, Value)] = isCovered ? [] : [("covered", false)]
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
    let repository: [(String, Value)] =
      switch upkeep {
      case nil: []
      case .archived(let page)?: [("archived", .string(page))]
      case .unknown?: [("archived", .null)]
      }
    return .object(
      Object(
        members + coverage + copies + requirements + repository + alertMembers + (other ?? [])))
  }
}

extension Requirement {
  var json: Value {
    [
      "manifest": .string(manifest), "section": .string(section), "requirement": .string(text),
      "current": locked.map { .string($0) } ?? .null,
    ]
  }
}

/// Adds the terminal color of a status (ECMA-48, section 8.3.117).
private func colored(_ word: String, in language: Language) -> String {
  let color: Int? =
    switch CandidateSet.Status.allCases.first(where: { language.label($0.message) == word }) {
    case .outdated: 33
    case .refused, .failed, .withdrawn: 31
    case .upToDate: 32
    case .ignored, .coolingDown, nil: nil
    }
  return color.map { "\u{1B}[\($0)m\(word)\u{1B}[0m" } ?? word
}

extension CandidateSet.Status {
  /// The word in tables.
  fileprivate var message: LabelText {
    switch self {
    case .upToDate: LabelText("up-to-date")
    case .outdated: LabelText("outdated")
    case .ignored: LabelText("ignored")
    case .coolingDown: LabelText("cooling-down")
    case .withdrawn: LabelText("withdrawn")
    case .refused: LabelText("refused")
    case .failed: LabelText("failed")
    }
  }
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
