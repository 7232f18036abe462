import Configuration
import Ecosystem
import Forges
import Git
import JSON
import Languages
import Store
import Text
import Updates

/// The result of a run, as a document and as text.
struct RunReport: Sendable {
  var id: String
  var isDry: Bool
  var repositories: [RepositoryReport] = []
  /// The forges that could not be used, or whose repositories could not be listed.
  var failures: [ForgeFailure] = []
  /// Repositories that were not visited because they are read-only.
  var archived: [Unvisited] = []
  /// Forks that were not visited.
  var forks: [Unvisited] = []
  /// Repositories that were not visited because the credential may only read them.
  var readOnly: [Unvisited] = []
  /// Repositories that were not visited because an operator has paused their updates.
  var paused: [Unvisited] = []
  /// Repositories that `--due` left out, because nothing has changed and no entry is due.
  var unchanged: [Unvisited] = []
  /// The repositories left for the next run, because a forge rejected further requests.
  var rests: [Rest] = []
  /// Set if a signal ended the run.
  var interruption: Interruption?

  var problems: [Problem] {
    repositories.flatMap(\.allProblems) + failures.map(\.problem) + rests.map(\.problem)
      + [interruption?.problem].compactMap(\.self)
  }

  /// The document of `run --json`.
  var json: Value {
    [
      "schema": 1, "run": .string(id), "dryRun": .bool(isDry),
      "repositories": .array(sorted.map { $0.json(isDry: isDry) } + failures.map(\.json)),
      "archived": .array(archived.map(\.json)), "forks": .array(forks.map(\.json)),
      "readOnly": .array(readOnly.map(\.json)), "paused": .array(paused.map(\.json)),
      "unchanged": .array(unchanged.map(\.json)),
      "outages": Outages(of: repositories).json,
      "left": .array(rests.map(\.json)), "interrupted": interruption.map(\.json) ?? .null,
    ]
  }

  /// Lists changes, problems, and the updates that a rule holds back; a dry run shows the changes
  /// that it would make.
  ///
  /// - Parameters:
  ///   - isVerbose: lists dependencies excluded by `allow`, and notes; otherwise they are counted.
  ///   - language: the language of states and of the summary.
  /// - Returns: lines, with a blank line before each repository.
  func text(isVerbose: Bool, in language: Language = .english) -> String {
    let outages = Outages(of: repositories)
    let ends = rests.map(\.problem) + [interruption?.problem].compactMap(\.self)
    return
      (sorted.map { $0.text(isDry: isDry, isVerbose: isVerbose, outages, language) }
      + failures.map(\.text) + archived.map { $0.text(isVerbose: isVerbose) }
      + forks.map { $0.text(isVerbose: isVerbose) }
      + (readOnly + paused + unchanged).map { $0.text(isVerbose: isVerbose) }
      + (outages.lines.isEmpty ? [] : [outages.lines.map { "\($0)\n" }.joined()])
      + ends.map { $0.fullMessage + "\n" } + [RunSummary(self).line(in: language) + "\n"]).joined(
        separator: "\n")
  }

  /// The repositories, those with mistakes of their own first.
  private var sorted: [RepositoryReport] {
    repositories.filter(\.isMistaken) + repositories.filter { !$0.isMistaken }
  }
}

/// A forge that could not be used.
struct ForgeFailure: Sendable {
  var forge: String
  var problem: Problem

  /// A report of all repositories, whose names are unknown: `*`.
  fileprivate var json: Value {
    [
      "repository": "*", "forge": .string(forge), "condition": .null, "reason": .null,
      "findings": [],
      "problems": [problem.json],
      "notices": [], "dashboard": .null, "dependencies": [], "pullRequests": [],
    ]
  }

  fileprivate var text: String { "\(problem.fullMessage)\n" }
}

/// Selected repositories of a forge that a run doesn't visit.
struct Unvisited: Sendable {
  /// Why they aren't visited.
  enum Reason: Sendable {
    case archived
    case fork
    case readOnly
    case paused
    case unchanged

    fileprivate func clause(_ count: Int) -> String {
      switch self {
      case .archived:
        "\(count == 1 ? "repository is" : "repositories are") archived, a mirror or without pull "
          + "requests, and not visited"
      case .fork:
        "\(count == 1 ? "fork is" : "forks are") not visited ('forks: include' in the operator's "
          + "file includes them)"
      case .readOnly:
        "\(count == 1 ? "repository is" : "repositories are") not visited, because the credential "
          + "may only read \(count == 1 ? "it" : "them"): give its account write access"
      case .paused:
        "\(count == 1 ? "repository is" : "repositories are") paused, and not visited "
          + "('martlet resume' ends that)"
      case .unchanged:
        "\(count == 1 ? "repository has" : "repositories have") not changed since the last visit, "
          + "and no entry is due"
      }
    }
  }

  var forge: String
  var reason: Reason
  /// Sorted by name.
  var repositories: [String]

  /// How many names fit into the line.
  private static let few = 3

  fileprivate var json: Value {
    ["forge": .string(forge), "repositories": .array(repositories.map { .string($0) })]
  }

  /// One line, and with `--verbose` one for each repository.
  fileprivate func text(isVerbose: Bool) -> String {
    let line = "\(forge): \(repositories.count) \(reason.clause(repositories.count))"
    if !isVerbose, [.readOnly, .paused].contains(reason), repositories.count <= Self.few {
      return "\(line): \(repositories.joined(separator: ", "))\n"
    }
    guard isVerbose else { return "\(line) (--verbose lists them)\n" }
    return ([line] + repositories.map { "  \($0)" }).joined(separator: "\n") + "\n"
  }
}

extension Interruption {
  fileprivate var json: Value {
    [
      "signal": .string(signal), "visited": .int(visited),
      "repositories": .array(left.map { .string($0) }), "problem": problem.json,
    ]
  }
}

extension Rest {
  fileprivate var json: Value {
    [
      "forge": .string(forge), "until": .string(time), "visited": .int(visited),
      "repositories": .array(repositories.map { .string($0) }),
      "unlisted": .array(unlisted.map { .string($0) }), "problem": problem.json,
    ]
  }
}

extension RepositoryReport {
  /// Whether its own files need an edit: a mistake, or something that martlet refuses.
  var isMistaken: Bool {
    findings.haveErrors || findings.haveRefusals
      || allProblems.contains { [.usage, .refused].contains($0.kind) || $0.isOfRepository }
  }

  fileprivate func text(
    isDry: Bool, isVerbose: Bool, _ outages: Outages, _ language: Language
  ) -> String {
    let message = { (state: UpdateState) in language.translated(state.message(sign: sign)) }
    var lines = ["\(repository.name)"]
    lines += findings.filter { isVerbose || $0.severity != .note }.map { "  \($0)" }
    lines += problems.map { "  \($0.fullMessage)" }
    let shared = SharedFailures(of: dependencies.filter { !outages.include($0) })
    lines += outages.lines(of: self).map { "  \($0)" }
    lines += shared.lines.map { "  \($0)" }
    var shown: Set<String> = []
    for report in dependencies
    where report.state != .upToDate && !report.state.isUnshown
      && (isVerbose || !report.state.isLeftOut) && !shared.include(report)
      && !outages.include(report)
    {
      // The project of a pull request without an update is known by its directory only.
      let manifest = report.manifest
      let what = "\(manifest.isEmpty ? "" : "\(manifest): ")\(report.dependency.id)"
      if case .problem(let problem) = report.state {
        lines.append("  \(what): \(problem.fullMessage)")
      } else {
        let group = report.group.map { language(" (group \($0))") } ?? ""
        lines.append("  \(what): \(message(report.state))\(reference(of: report.state))\(group)")
        let obstacles = isVerbose ? report.obstacles.filter { !explains($0, of: report) } : []
        lines += obstacles.map { "  \(what): \(message($0))" }
      }
      if isDry, let proposal = report.proposal, report.state.isPending,
        shown.insert(proposal.branch).inserted
      {
        lines.append(proposal.preview)
      }
    }
    lines += verdicts.map { "  \(language.translated($0.line(sign)))" }
    if lines.count == 1, !dependencies.isEmpty || notices.isEmpty {
      lines.append(
        dependencies.isEmpty
          ? "  " + (reason.map(language.translated) ?? language("its manifests name no dependency"))
          : notices.isEmpty
            ? "  " + language("everything is up to date") : "  " + language("nothing to update"))
    }
    if !isVerbose { lines += summaries(language) }
    lines += notices.map { "  " + language("note: \(language.translated($0))") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Whether a problem of the repository already says why a release isn't proposed.
  private func explains(_ state: UpdateState, of report: DependencyReport) -> Bool {
    guard case .heldBack(let version, _) = state else { return false }
    return problems.contains { $0.subject == "\(report.dependency.name)@\(version)" }
  }

  /// The reference to the issue where an update waits for a person: ` (#5)`; empty without one.
  private func reference(of state: UpdateState) -> String {
    guard case .awaitingApproval = state, let dashboard else { return "" }
    return " (#\(dashboard))"
  }

  /// The dependencies that the text can list; if there are none, one of the others, since the text
  /// of a repository without dependencies differs.
  var listedDependencies: [DependencyReport] {
    let listed = dependencies.filter { $0.state != .upToDate && !$0.state.isUnshown }
    return listed.isEmpty ? Array(dependencies.prefix(1)) : listed
  }

  /// One line for each kind of entry that only `--verbose` lists.
  private func summaries(_ language: Language) -> [String] {
    let leftOut = dependencies.count { $0.state.isLeftOut && !$0.state.isUnshown }
    let notes = findings.count { $0.severity == .note }
    let lines = [
      leftOut == 0
        ? nil
        : leftOut == 1
          ? language("1 outdated dependency excluded by 'allow'")
          : language("\(leftOut) outdated dependencies excluded by 'allow'"),
      notes == 0
        ? nil
        : notes == 1
          ? language("1 note about the configuration")
          : language("\(notes) notes about the configuration"),
    ]
    return lines.compactMap { $0.map { "  " + language("\($0) (--verbose lists them)") } }
  }

  fileprivate func json(isDry: Bool) -> Value {
    [
      "repository": .string("\(repository.name)"), "forge": .string(repository.forge),
      "condition": condition.map { .string($0.rawValue) } ?? .null,
      "reason": reason.map { .string($0) } ?? .null,
      "findings": .array(findings.map(\.json)), "problems": .array(problems.map(\.json)),
      "notices": .array(notices.map { .string($0) }),
      "dashboard": dashboard.map { .int($0) } ?? .null,
      "dependencies": .array(dependencies.map { $0.json(sign, isDry: isDry) }),
      "pullRequests": .array(verdicts.map(\.json)),
    ]
  }
}

extension DependencyReport {
  /// The file that asks for the dependency: a project can have several.
  fileprivate var manifest: String {
    let files = dependency.requirements.map(\.manifest)
    if !files.isEmpty { return files.contains(project.manifest) ? project.manifest : files[0] }
    guard dependency.kind == .direct, let file = dependency.location?.file, file != project.lock,
      !project.manifest.isEmpty
    else { return project.manifest }
    return file
  }

  fileprivate func json(_ sign: String, isDry: Bool) -> Value {
    var members: [(String, Value)] = [
      ("ecosystem", .string(project.ecosystem.rawValue)),
      ("directory", .string(project.directory)), ("manifest", .string(project.manifest)),
      ("name", .string(dependency.name)), ("requirement", .string(dependency.requirement)),
      ("current", dependency.current.map { .string($0) } ?? .null), ("state", .string(state.word)),
      ("group", group.map { .string($0) } ?? .null),
      ("description", .string(state.message(sign: sign))),
      ("number", state.number.map { .int($0) } ?? .null),
    ]
    if dependency.requirements.count > 1 {
      members.append(("requirements", .array(dependency.requirements.map(\.json))))
    }
    if case .problem(let problem) = state { members.append(("problem", problem.json)) }
    let held = obstacles.map { Value.string($0.message(sign: sign)) }
    if !held.isEmpty { members.append(("held", .array(held))) }
    if let proposal {
      members += [
        ("branch", .string(proposal.branch)), ("title", .string(proposal.title)),
        ("body", .string(proposal.body)), ("commitMessage", .string(proposal.commitMessage)),
      ]
      if isDry { members.append(("diff", .string(proposal.diff))) }
    }
    return .object(Object(members))
  }
}

extension Proposal {
  /// The changes of a dry run.
  fileprivate var preview: String {
    let parts = ["branch \(branch)", "title  \(title)", "", body, diff]
    return parts.joined(separator: "\n").split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
  }

  /// The change in the format of `git diff`.
  var diff: String {
    update.files.map { file in
      do throws(GitError) {
        return try patch(of: file.path, from: file.before, to: file.after)
      } catch {
        return "\(file.path): its change cannot be shown: \(error.detail)\n"
      }
    }.joined()
  }
}

extension UpdateState {
  /// Whether no newer version of an excluded dependency was looked for.
  var isUnshown: Bool {
    if case .leftOut(nil, _) = self { true } else { false }
  }

  /// Whether `allow` excludes the dependency.
  var isLeftOut: Bool {
    if case .leftOut = self { true } else { false }
  }

  /// Whether a run that is not a dry run would change something.
  fileprivate var isPending: Bool {
    switch self {
    case .toOpen, .toUpdate: true
    default: false
    }
  }
}
