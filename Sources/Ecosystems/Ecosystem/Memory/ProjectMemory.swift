import Synchronization

/// What the projects of one owner's repositories gave, for other repositories with the same files.
///
/// A result is a function of what was asked of the tree, of the call, and of the documents of
/// registries. The first two are compared (`TreeTrace`). The documents are those of the ecosystems
/// with which the memory is used: they request each document once and are replaced together with the
/// memory, so that it must not be used with others. An entry also ends after `lifetime`, which bounds
/// how late a release is noticed that an ecosystem would request again.
///
/// Failures are never remembered.
package final class ProjectMemory: Sendable {
  private struct State {
    /// The last used one is the last.
    var projects: [KnownProject] = []
    var warnings: [KnownWarnings] = []
    var counts = Counts()
  }

  private struct KnownWarnings: Sendable {
    var ecosystem: EcosystemID
    var change: Change
    var warnings: [Warning]
  }

  /// How often something was computed or reused.
  package struct Counts: Hashable, Sendable {
    /// Projects that were opened and remembered.
    package var opened = 0
    /// Projects that an equal one stood for.
    package var reused = 0
  }

  private let limit: Int
  private let lifetime: Duration
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state = Mutex(State())

  /// The most entries.
  private static let mostProjects = 64
  /// The most changes whose warnings are kept.
  private static let mostChanges = 4

  /// Creates an empty memory.
  ///
  /// - Parameters:
  ///   - limit: the approximate number of bytes for all entries.
  ///   - lifetime: how long an entry is used.
  ///   - now: the current time.
  package init(
    limit: Int = 8 << 20, lifetime: Duration = .seconds(60),
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.limit = limit
    self.lifetime = lifetime
    self.now = now
  }

  /// How often something was computed or reused.
  package var counts: Counts { state.withLock(\.counts) }

  /// The approximate number of bytes of all entries.
  package var size: Int { state.withLock { $0.projects.reduce(0) { $0 + $1.size } } }

  /// Whether a project with the same files is known, so that it can be opened without reading them.
  package func knows(
    _ project: Project, of ecosystem: any PackageEcosystem, in tree: SourceTree
  ) -> Bool {
    find(ProjectSubject(project, of: ecosystem, in: tree), in: tree) != nil
  }

  /// Opens a project, or returns the results of an equal one.
  ///
  /// - Throws: the `Problem` of the ecosystem.
  package func open(
    _ project: Project, of ecosystem: any PackageEcosystem, in tree: SourceTree
  ) async throws(Problem) -> any OpenProject {
    let subject = ProjectSubject(project, of: ecosystem, in: tree)
    if let known = find(subject, in: tree) {
      state.withLock { $0.counts.reused += 1 }
      return RememberedProject(known, ecosystem, tree, memory: self)
    }
    let trace = TreeTrace()
    let opened = try await ecosystem.open(project, in: tree.traced(by: trace))
    // A property can ask the tree, too.
    let constants = KnownProject.Constants(opened)
    // Others ask for the type of a `MigratingProject`.
    guard let facts = trace.facts, !(opened is any MigratingProject) else { return opened }
    let known = KnownProject(subject, facts, constants, at: now())
    state.withLock { state in
      state.counts.opened += 1
      state.projects.append(known)
    }
    forgetTooMuch()
    return RememberedProject(known, ecosystem, tree, opened: (opened, trace), memory: self)
  }

  private func find(_ subject: ProjectSubject, in tree: SourceTree) -> KnownProject? {
    let (start, candidates) = state.withLock { state in
      let start = now() - lifetime
      state.projects.removeAll { $0.since < start }
      return (start, state.projects.filter { $0.subject == subject })
    }
    guard let found = candidates.last(where: { $0.since >= start && $0.opens(in: tree) }) else {
      return nil
    }
    state.withLock { state in
      guard let index = state.projects.firstIndex(where: { $0 === found }) else { return }
      state.projects.append(state.projects.remove(at: index))
    }
    return found
  }

  /// Removes the entries that were used the longest time ago, down to the limits.
  func forgetTooMuch() {
    state.withLock { state in
      var size = state.projects.reduce(0) { $0 + $1.size }
      while size > limit || state.projects.count > Self.mostProjects, !state.projects.isEmpty {
        size -= state.projects.removeFirst().size
      }
    }
  }

  /// Returns what an ecosystem warns about in a change, computed once for the last changes.
  package func warnings(of ecosystem: any PackageEcosystem, about change: Change) -> [Warning] {
    let id = ecosystem.id
    let known = state.withLock { state in
      // Equal arrays mostly share their memory, so that the comparison is fast.
      state.warnings.first { $0.ecosystem == id && $0.change == change }
    }
    if let known { return known.warnings }
    let warnings = ecosystem.warnings(about: change)
    state.withLock { state in
      state.warnings.append(KnownWarnings(ecosystem: id, change: change, warnings: warnings))
      var size = state.warnings.reduce(0) { $0 + $1.change.size }
      while size > limit || state.warnings.count > Self.mostChanges, !state.warnings.isEmpty {
        size -= state.warnings.removeFirst().change.size
      }
    }
    return warnings
  }
}

/// What a caller asks for when it opens a project.
struct ProjectSubject: Hashable, Sendable {
  let project: Project
  private let forms: [Project?]

  init(_ project: Project, of ecosystem: any PackageEcosystem, in tree: SourceTree) {
    self.project = project
    forms = ecosystem.forms(of: project, in: tree)
  }
}
