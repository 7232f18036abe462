import Ecosystem
import Git
import JSON
import Updates
import Versioning

/// `martlet update` and `martlet lock`: resolves the changes and writes all of them.
struct ChangeCommand: Sendable {
  var selection: Selection
  var world: World

  /// The changes by project.
  typealias Result = [(project: Project, change: Ecosystem.Change)]

  /// Resolves a goal for every selected project.
  func lock(_ options: LockOptions) async throws(Problem) -> Result {
    try check(options)
    return try await change(toward: .lock(options))
  }

  /// Refuses options that apply to the lock file of no selected project.
  private func check(_ options: LockOptions) throws(Problem) {
    let wanted: [(option: LockOption, word: String)] =
      (options.checksums ? [(.checksums, "--add-checksums")] : [])
      + options.platforms.map { (.platforms, "--add-platform \($0)") }
    let supported = selection.sites.flatMap { $0.ecosystem.description.lockOptions }
    guard let first = wanted.first(where: { !supported.contains($0.option) }) else { return }
    let able = servedEcosystems.descriptions.filter { $0.lockOptions.contains(first.option) }
    throw Problem(
      .refused,
      "concerns a \(able.map(\.lockFile).joined(separator: " or ")), and no project here is "
        + able.map { "\($0.displayName)'s" }.joined(separator: " or "), subject: first.word,
      advice: "the lock of \(selection.sites.map(\.project.manifest).joined(separator: ", ")) "
        + "is for every platform and has its checksums")
  }

  /// Refreshes complete lock files.
  func updateAll(_ options: UpdateOptions) async throws(Problem) -> Result {
    try await change(toward: .updateAll(options))
  }

  /// Updates named dependencies in every selected project that has any of them.
  ///
  /// - Throws: a `Problem` for a name that no project has, or that cannot be updated.
  func update(
    _ targets: [Goal.Target], _ options: UpdateOptions, latest: Bool
  ) async throws(Problem) -> Result {
    var missing = Set(targets.map(\.name))
    var concerned: [Request] = []
    for site in selection.sites {
      let opened = try await site.ecosystem.open(site.project, in: selection.source)
      if !latest, targets.allSatisfy({ opened.declares($0.name) }) {
        missing = []
        concerned.add(targets, to: opened, of: site)
        continue
      }
      var present = try await opened.dependencies()
      // Each entry of the file decides about its own dependencies of a shared project.
      if latest { present.removeAll { !site.claims($0) } }
      var mine: [Goal.Target] = []
      for target in targets {
        guard let name = site.spelling(of: target.name, among: present) else { continue }
        missing.remove(target.name)
        mine.append(Goal.Target(name: name, version: target.version))
      }
      guard !mine.isEmpty else { continue }
      let wanted = latest ? try await latestOf(mine, present, opened, site) : mine
      concerned.add(wanted, to: opened, of: site)
    }
    if let name = missing.sorted().first {
      throw Problem(
        .usage, "no project here has a dependency of this name", subject: name,
        advice: "'martlet check' lists the names.")
    }
    return try await change(concerned.map { ($0.site, $0.opened, .update($0.targets, options)) })
  }

  /// Replaces names by the newest versions that the policy allows.
  private func latestOf(
    _ targets: [Goal.Target], _ present: [Dependency], _ opened: any OpenProject, _ site: Site
  ) async throws(Problem) -> [Goal.Target] {
    let mine = present.filter { dependency in
      targets.contains { $0.name == dependency.name && $0.version == nil }
    }
    let survey = await world.lookUp(
      Inventory(site: site, opened: opened, dependencies: mine))
    var result = targets
    for assessment in survey.assessments {
      if let problem = assessment.dependency.problem { throw problem }
      guard let release = assessment.candidates.first else { continue }
      for index in result.indices where result[index].name == assessment.dependency.name {
        result[index].version = release.version
      }
    }
    return result
  }

  private func change(toward goal: Goal) async throws(Problem) -> Result {
    var seen: Set<Project> = []
    let sites = selection.sites.filter { seen.insert($0.project).inserted }
    return try await change(sites.map { ($0, nil, goal) })
  }

  /// Changes projects one after the other.
  ///
  /// Each is opened in the tree with the changes of those before it, because two projects can share
  /// a file: an Xcode project and the workspace that contains it.
  private func change(
    _ goals: [(site: Site, opened: (any OpenProject)?, goal: Goal)]
  ) async throws(Problem) -> Result {
    var result: Result = []
    var tree = selection.source
    for (site, opened, goal) in goals {
      let isFirst = result.allSatisfy(\.change.files.isEmpty)
      var project = isFirst ? opened : nil
      if project == nil { project = try await site.ecosystem.open(site.project, in: tree) }
      guard let change = try await project?.change(toward: goal) else { continue }
      tree = tree.changed(by: change.files)
      result.append((site.project, change))
    }
    return result
  }
}

/// The document and the text for changes.
enum ChangeReport {
  static func json(_ result: ChangeCommand.Result) -> Value {
    let changes = result.map { project, change -> Value in
      [
        "ecosystem": .string(project.ecosystem.rawValue),
        "directory": .string(project.directory), "manifest": .string(project.manifest),
        "files": .array(change.files.map { .string($0.path) }),
        "moves": .array(change.moves.map(\.json)),
        "heldBack": .array(change.heldBack.map(\.json)),
      ]
    }
    return ["schema": 1, "changes": .array(changes)]
  }

  /// The files of all changes, each once: what the first change found and what the last one left.
  static func files(_ result: ChangeCommand.Result) -> [FileChange] {
    var files: [FileChange] = []
    for file in result.flatMap(\.change.files) {
      if let index = files.firstIndex(where: { $0.path == file.path }) {
        files[index].after = file.after
      } else {
        files.append(file)
      }
    }
    return files.filter { $0.before != $0.after }
  }

  static func text(_ result: ChangeCommand.Result) -> String {
    let lines = result.flatMap { _, change in change.moves.map(\.line) }
    let files = files(result).map { "changed \($0.path)" }
    let heldBack = result.flatMap { _, change in change.heldBack.map(\.line) }
    let all = lines + files
    return ((all.isEmpty ? ["nothing to do"] : all) + heldBack).map { "\($0)\n" }.joined()
  }

  /// The change of the files in the format of `git diff`.
  static func patch(_ result: ChangeCommand.Result) throws(GitError) -> String {
    var text = ""
    for file in files(result) {
      text += try Git.patch(of: file.path, from: file.before, to: file.after)
    }
    return text
  }
}

extension HeldBackRelease {
  fileprivate var line: String { "\(name) \(version) is held back: it \(reason)" }

  fileprivate var json: Value {
    ["name": .string(name), "version": .string(version), "reason": .string(reason)]
  }
}

extension Move {
  var line: String {
    let versions = "\(from ?? "(new)") -> \(to ?? "(gone)")"
    let edit = requirement.map { ", requirement \($0.before) -> \($0.after)" } ?? ""
    return "\(name) \(versions)\(edit)"
  }

  var json: Value {
    let text = { (text: String?) -> Value in text.map { .string($0) } ?? .null }
    return [
      "name": .string(name), "from": text(from), "to": text(to), "kind": .string(kind.rawValue),
      "requirement": requirement.map {
        ["before": .string($0.before), "after": .string($0.after)]
      } ?? .null,
    ]
  }
}

/// What to move in a project.
private struct Request {
  var site: Site
  var opened: any OpenProject
  var targets: [Goal.Target]
}

extension [Request] {
  /// Adds targets to the request for a project, which several entries can share.
  fileprivate mutating func add(
    _ targets: [Goal.Target], to opened: any OpenProject, of site: Site
  ) {
    guard let index = firstIndex(where: { $0.opened.project == opened.project }) else {
      return append(Request(site: site, opened: opened, targets: targets))
    }
    let known = self[index].targets
    self[index].targets += targets.filter { !known.contains($0) }
  }
}
