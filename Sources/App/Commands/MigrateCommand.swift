import Arguments
import Ecosystem
import JSON
import Migration
import Text
import Updates

/// `martlet migrate ECOSYSTEM`: plans the move of each project's dependencies, and makes it.
struct MigrateCommand: Sendable {
  var selection: Selection
  var world: World
  var progress: CommandProgress

  /// The plan of a project, and what was changed.
  struct Outcome: Sendable {
    var project: Project
    var destination: EcosystemDescription
    var plan: MigrationPlan
    var change: Change?
    /// The remaining steps for a person.
    var afterwards: [String] = []
  }

  /// Plans the move of each selected project.
  ///
  /// - Parameters:
  ///   - applies: whether the changes are computed, too.
  ///   - names: the dependencies to move; all that can move if empty.
  /// - Returns: the outcomes with the files to write.
  /// - Throws: a `Problem` if a project can't be read, or if a named dependency can't move.
  func callAsFunction(
    applies: Bool, _ names: [String]
  ) async throws(Problem) -> (outcomes: [Outcome], files: [FileChange]) {
    var outcomes: [Outcome] = []
    var files: [FileChange] = []
    var missing = Set(names)
    var seen: Set<Project> = []
    let configuredProjects = selection.configuredProjects.filter {
      seen.insert($0.project).inserted
    }
    progress.expect(configuredProjects.count)
    for configured in configuredProjects {
      let tree = selection.source.overlaying(files.texts)
      let (destination, migration) = try await migration(of: configured, in: tree)
      let planned = await progress.during(configured.project.manifest) {
        () async -> Result<MigrationPlan, Problem> in
        do throws(Problem) { return .success(try await migration.plan()) } catch {
          return .failure(error)
        }
      }
      var outcome = Outcome(
        project: configured.project, destination: destination, plan: try planned.get())
      let own = names.filter { outcome.plan[$0] != nil }
      missing.subtract(own)
      if applies, names.isEmpty || !own.isEmpty {
        let result = try await migration.apply(outcome.plan, own, in: tree)
        outcome.change = result.change
        outcome.afterwards = result.afterwards
        files.add(result.change.files)
      }
      outcomes.append(outcome)
    }
    progress.end()
    if let name = missing.sorted().first {
      throw Problem(.usage, "no project here has a dependency of this name", subject: name)
    }
    return (outcomes, files)
  }

  private func migration(
    of configured: ConfiguredProject, in tree: SourceTree
  ) async throws(Problem) -> (EcosystemDescription, ProjectMigration) {
    let opened = try await configured.ecosystem.open(configured.project, in: tree)
    guard let project = opened as? any MigratingProject,
      let destination = world.migrationDestination
    else {
      throw Problem(
        .failed, "can't be moved to another ecosystem", subject: configured.project.manifest)
    }
    return (destination.description, ProjectMigration(of: project, to: destination))
  }
}

extension [FileChange] {
  /// The new texts by path.
  fileprivate var texts: [String: SourceText?] {
    Dictionary(
      map { file in (file.path, file.after.map { SourceText(file: file.path, bytes: $0) }) }
    ) { $1 }
  }

  /// Adds later changes, whose files can be among these.
  fileprivate mutating func add(_ later: [FileChange]) {
    for file in later {
      if let index = firstIndex(where: { $0.path == file.path }) {
        self[index].after = file.after
      } else {
        append(file)
      }
    }
  }
}

extension Martlet {
  /// `martlet migrate ECOSYSTEM [PATH] [NAME...]`.
  func migrate(_ invocation: Invocation) async throws(Problem) -> ExitCode {
    let isPath = invocation.arguments.first.map(isFolder) ?? true
    let arguments = PathAndNames(invocation.arguments, needsNames: !isPath, isFolder: isFolder)
    let applies = invocation.has("apply")
    guard applies || arguments.names.isEmpty else {
      throw Problem(
        .usage, "NAME needs --apply: without it, all dependencies are shown",
        subject: arguments.names[0])
    }
    var selecting = invocation
    selecting.options["ecosystem"] = [invocation.path[1]]
    let session = try await open(selecting, path: arguments.path)
    let command = MigrateCommand(
      selection: session.selection, world: session.world,
      progress: CommandProgress(
        "manifests", on: terminal, format: invocation.value("log-format")))
    let (outcomes, files) = try await command(applies: applies, arguments.names)
    try session.selection.tree.apply(files)
    let text = outcomes.map(\.text).joined(separator: "\n")
    terminal.result(text, invocation.has("json") ? outcomes.json : nil)
    let problems = outcomes.flatMap { $0.plan.rows.compactMap(\.problem) }
    for problem in problems { terminal.error("martlet: \(problem.fullMessage)\n") }
    return ExitCode(worstOf: problems)
  }
}
