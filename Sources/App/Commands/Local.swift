import Arguments
import Ecosystem
import JSON
import Synchronization
import Text
import Updates
import Versioning

extension Martlet {
  /// `martlet check [PATH]`.
  func check(_ invocation: Invocation) async throws(Problem) -> ExitCode {
    if invocation.has("impact") { return try await checkImpact(invocation) }
    let arguments = PathAndNames(invocation.arguments, needsNames: false, isFolder: isFolder)
    let session = try await open(invocation, path: arguments.path)
    guard invocation.value("fail-on") != "security" || session.asksAdvisories else {
      throw Problem(
        .usage, "--fail-on security needs advisories, which the configuration turns off",
        advice: "set 'advisories: true', and mirror https://api.osv.dev/ if 'mirrors' are used.")
    }
    let command = CheckCommand(
      selection: session.selection, world: session.world, isDirectOnly: invocation.has("direct"),
      progress: CommandProgress(
        "manifests", on: terminal, format: invocation.value("log-format")))
    let result = await command()
    // The text has colors of its own; its parts are printable.
    terminal.raw(
      invocation.has("json")
        ? document(result.json)
        : result.text(
          inColor: terminal.hasColor, isVerbose: invocation.has("verbose"), in: session.language)
    )
    for notice in Set(result.states.compactMap(\.notice)) {
      terminal.error("martlet: note: \(notice)\n")
    }
    for notice in result.states.compactMap(\.freezeNotice) {
      terminal.error("martlet: note: \(notice)\n")
    }
    for problem in result.problems { terminal.error("martlet: \(problem.fullMessage)\n") }
    let code = ExitCode(worstOf: result.problems)
    return code == .done && result.fails(on: invocation.value("fail-on")) ? .failed : code
  }

  /// `martlet update [PATH] NAME...` with all its options.
  func update(_ invocation: Invocation) async throws(Problem) -> ExitCode {
    let wantsAll = invocation.has("all-locked")
    let arguments = PathAndNames(invocation.arguments, needsNames: !wantsAll, isFolder: isFolder)
    guard wantsAll == arguments.names.isEmpty else {
      throw Problem(
        .usage, wantsAll ? "--all-locked takes no names" : "NAME is missing",
        advice: wantsAll
          ? "'martlet update --help' shows the usage."
          : "name dependencies, or update everything with 'martlet update --all-locked'.")
    }
    let targets = try Goal.Target.all(in: arguments.names)
    let session = try await open(invocation, path: arguments.path)
    let options = try UpdateOptions(invocation)
    let result =
      wantsAll
      ? try await session.change.updateAll(options)
      : try await session.change.update(
        targets, options, latest: invocation.has("latest"))
    return try finish(result, session, invocation)
  }

  /// `martlet lock [PATH]`.
  func lock(_ invocation: Invocation) async throws(Problem) -> ExitCode {
    let arguments = PathAndNames(invocation.arguments, needsNames: false, isFolder: isFolder)
    let session = try await open(invocation, path: arguments.path)
    var options = LockOptions()
    options.fresh = invocation.has("fresh")
    options.platforms = invocation.values("add-platform")
    options.checksums = invocation.has("add-checksums")
    return try finish(try await session.change.lock(options), session, invocation)
  }

  /// `martlet why [PATH] NAME[@VERSION]`.
  func why(_ invocation: Invocation) async throws(Problem) -> ExitCode {
    let arguments = PathAndNames(invocation.arguments, needsNames: true, isFolder: isFolder)
    guard let word = arguments.names.first, arguments.names.count == 1 else {
      throw Problem(.usage, "one NAME or NAME@VERSION is required")
    }
    let session = try await open(invocation, path: arguments.path)
    let answers = try await session.explain(try Goal.Target(word: word))
    if invocation.has("json") {
      terminal.raw(document(["schema": 1, "explanations": .array(answers.map(\.json))]))
    } else {
      terminal.out(answers.map { $0.text(session.language) }.joined(separator: "\n"))
    }
    return .done
  }

  /// Opens a session with the selected projects.
  ///
  /// The session lasts until the process exits, which frees all memory.
  func open(_ invocation: Invocation, path: String) async throws(Problem) -> LocalSession {
    let session = try await LocalSession(invocation, path: path, terminal: terminal)
    Self.sessions.withLock { $0.append(session) }
    return session
  }

  private static let sessions = Mutex<[LocalSession]>([])

  /// Writes changes and reports them.
  private func finish(
    _ result: ChangeCommand.Result, _ session: LocalSession, _ invocation: Invocation
  ) throws(Problem) -> ExitCode {
    let isDry = invocation.has("dry-run")
    if !isDry {
      let files = ChangeReport.files(result)
      try session.selection.source.requireNoSubmodule(among: files)
      try session.selection.tree.apply(files)
    }
    if invocation.has("json") {
      terminal.raw(document(ChangeReport.json(result)))
    } else if isDry {
      do {
        // A patch in a file is applied byte by byte.
        let patch = try ChangeReport.patch(result)
        terminal.raw(terminal.isOutTerminal ? patch.printable : patch)
      } catch {
        throw Problem(.failed, "the change cannot be shown: \(error)")
      }
      for line in ChangeReport.heldBack(result) { terminal.error("martlet: note: \(line)\n") }
    } else {
      terminal.out(ChangeReport.text(result, in: session.language))
    }
    for notice in result.notices { terminal.error("martlet: note: \(notice)\n") }
    return .done
  }
}

extension UpdateOptions {
  fileprivate init(_ invocation: Invocation) throws(Problem) {
    self.init()
    withDependencies = invocation.has("with-dependencies")
    level = invocation.value("level").flatMap { .init(rawValue: $0) }
    strict = invocation.has("strict")
    if strict, level == nil { throw Problem(.usage, "--strict needs --level") }
  }
}
