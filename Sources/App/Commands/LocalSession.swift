import Arguments
import Configuration
import Ecosystem
import Forges
import FoundationEssentials
import JSON
import Languages
import Logging
import Updates
import Workers

/// A working tree with the selected projects and everything to resolve them.
struct LocalSession: Sendable {
  var selection: Selection
  var world: World
  /// Whether advisories are requested.
  var asksAdvisories: Bool
  /// The language of tables and reports.
  var language: Language

  /// Reads the configuration if one is named, and finds the selected projects.
  init(_ invocation: Invocation, path: String, terminal: Terminal) async throws(Problem) {
    Allocator.shareArena()
    Allocator.useLargePages()
    Confinement.limitMemory(to: Self.mostMemory)
    let everybody = try await Live(invocation, terminal: terminal, state: .inMemory)
    let tree = try WorkingTree(path)
    let origin = RepositoryID(originOf: tree.root, among: everybody.settings.forges)
    let live: Live
    if let origin {
      // The result is shown to the person at the terminal, and not published.
      let tenant = everybody.settings.tenant(origin, isPublic: false)
      live = try everybody.acting(for: tenant)
    } else {
      live = try everybody.actingForPerson()
    }
    let source = try tree.source { live.world.log.warning($0.fullMessage) }
    tree.sweep(source)
    let entries = try await Self.entries(of: source, from: origin, live)
    world = live.world
    language = live.settings.commandLanguage
    asksAdvisories = live.asksAdvisories
    selection = try Selection(
      invocation, tree: tree, source: source, entries: entries, world: live.world)
    let ignores = await live.ignores(of: tree)
    selection.configuredProjects = await live.world.joiningParts(
      selection.configuredProjects, in: source
    ).map { $0.applying(ignores) }
  }

  private static func entries(
    of source: SourceTree, from origin: RepositoryID?, _ live: Live
  ) async throws(Problem) -> [Updates.Entry] {
    let settings = live.settings.forges.first { $0.name == origin?.forge }
    var host: PresetHost?
    if let origin, let settings {
      host = PresetHost(forge: try live.forge(settings), repository: origin.name)
    }
    do {
      return try await live.entries(of: source, on: host)
    } catch {
      throw Problem(repositoryError: error, subject: "the configuration")
    }
  }

  /// The memory limit in bytes: more than any project needs, but less than the memory of a machine.
  private static let mostMemory = 4 << 30

  /// The command that changes each project once, even if several entries share it.
  var change: ChangeCommand {
    var once = selection
    var seen: Set<Project> = []
    once.configuredProjects.removeAll { !seen.insert($0.project).inserted }
    return ChangeCommand(selection: once, world: world)
  }

  /// Explains a name in every selected project that has it.
  func explain(_ target: Goal.Target) async throws(Problem) -> [Explanation] {
    var answers: [Explanation] = []
    for configured in selection.configuredProjects {
      let opened = try await configured.ecosystem.open(configured.project, in: selection.source)
      var state = try await world.read(configured, from: opened)
      let line = state.dependencies.first { $0.line != nil && $0.id == target.name }
      guard
        let name = line?.name
          ?? configured.spelling(of: target.name, among: state.dependencies, in: opened)
      else {
        continue
      }
      let sentences = try await opened.explain(name, version: target.version)
      state.dependencies.removeAll { $0.name != name || line != nil && $0.id != line?.id }
      state = await world.lookUp(state)
      answers.append(
        Explanation(
          project: configured.project, name: name,
          sentences: sentences + state.candidateSets.flatMap(\.alertSentences)
            + opened.remarks.map { "\($0)." },
          tools: opened.toolVersions,
          policy: state.candidateSets.compactMap(\.reason).first,
          isProposed: state.candidateSets.contains { $0.notProposed == nil }))
    }
    guard !answers.isEmpty else {
      throw await selection.noProject(with: target.name, command: "why")
    }
    return answers
  }
}

extension Selection {
  /// Explains that no selected project has a dependency, and names another project that has it.
  ///
  /// - Parameters:
  ///   - name: the name on the command line.
  ///   - command: the command that would find it there.
  ///   - advice: a better advice, if there is one.
  /// - Returns: a usage error.
  func noProject(with name: String, command: String, advice: String? = nil) async -> Problem {
    var manifests: [ConfiguredProject] = []
    for configured in uncovered where await has(name, in: configured) {
      manifests.append(configured)
    }
    guard let other = manifests.first, advice == nil else {
      return Problem(
        .usage, "no project here has a dependency of this name", subject: name,
        advice: advice ?? "'martlet check' lists the names.")
    }
    return Problem(
      .usage,
      "is in \(manifests.map(\.project.manifest).joined(separator: ", ")), which is not selected",
      subject: name,
      advice: "add --directory \(other.project.directory), for example: "
        + "martlet \(command) --directory \(other.project.directory) \(name)")
  }

  /// Whether a project has a dependency; one that can't be read has none, and `check` says why.
  private func has(_ name: String, in configured: ConfiguredProject) async -> Bool {
    do throws(Problem) {
      let opened = try await configured.ecosystem.open(configured.project, in: source)
      let present = try await opened.dependencies()
      return configured.spelling(of: name, among: present, in: opened) != nil
    } catch {
      return false
    }
  }
}

/// The explanation of a dependency in a project.
struct Explanation: Sendable {
  var project: Project
  var name: String
  var sentences: [String]
  var tools: [ToolVersion]
  /// What holds the newest version, or every newer version, back.
  var policy: String?
  /// Whether a version is proposed nevertheless, an older one.
  var isProposed = false

  func text(_ language: Language = .english) -> String {
    let held = policy.map { policy in
      let reason = language.translated(policy)
      return isProposed ? language("\(reason).") : language("No pull request: \(reason).")
    }
    let all =
      sentences.map(language.translated) + [held].compactMap(\.self)
      + tools.map { language.translated($0.description) }
    return (["\(project.manifest):"] + all.map { "  \($0)" }).joined(separator: "\n") + "\n"
  }

  var json: Value {
    [
      "manifest": .string(project.manifest), "name": .string(name),
      "sentences": .array(sentences.map { .string($0) }),
      "policy": policy.map { .string($0) } ?? .null, "tools": .array(tools.map(\.json)),
    ]
  }
}

extension ToolVersion {
  /// The tool in a report.
  var json: Value { .object(Object(members)) }

  /// The members of `json`.
  var members: [(String, Value)] {
    let text = { (text: String?) -> Value in text.map { .string($0) } ?? .null }
    return [("tool", .string(tool)), ("version", text(version)), ("origin", text(origin))]
  }
}

/// Returns whether a word of the command line names a folder.
@Sendable func isFolder(_ path: String) -> Bool {
  (try? FileManager.default.contentsOfDirectory(atPath: path)) != nil
}
