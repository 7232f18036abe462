import Ecosystem

/// The packages that one update moves in a lock: the dependency and what comes along.
///
/// A part of them is tried as an update of those packages alone. That works as far as the resolver can
/// keep the others at their locked versions; a part that moves anything else can't be judged.
struct MovedPackages: Sendable {
  /// The update whose packages are tried.
  private let member: PlannedUpdate
  private let part: Update.Part
  /// The packages with an old and a new version, by their identities.
  private let moves: [String: Move]

  /// Returns nil if a pull request changes several projects or none.
  init?(_ resolved: Resolved, of planned: PlannedPullRequest) {
    guard let part = resolved.parts.first, resolved.parts.count == 1,
      let member = planned.members.first
    else { return nil }
    self.member = member
    self.part = part
    moves = part.movedPackages
  }

  /// The new versions by identity.
  var versions: [String: String] { moves.compactMapValues(\.to) }

  /// Resolves an update of a part of the packages.
  ///
  /// - Returns: nil if it can't be installed, or if other packages move with it.
  func resolve(_ set: [String], in tree: SourceTree) async -> Update.Part? {
    let wanted = moves.filter { set.contains($0.key) }
    let state = member.state
    var options = UpdateOptions()
    options.strategy = member.strategy
    // Only what the pull request updates on purpose gets another requirement.
    let isIncluded = part.leads.contains { lead in
      wanted.values.contains { $0.name == lead.dependency.name && $0.to == lead.to }
    }
    options.raises = part.requirements.isEmpty ? false : isIncluded && state.project.lock != nil
    do throws(Problem) {
      let opened: any OpenProject
      if let known = state.opened {
        opened = known
      } else {
        opened = try await state.configured.open(in: tree)
      }
      let targets = wanted.sorted { $0.key < $1.key }.map { target(for: $0.value) }
      let change = try await opened.change(toward: .update(targets, options))
      var found = Update.Part(project: state.project, leads: leads(wanted), change: change)
      guard !change.files.isEmpty, found.movedPackages == wanted else { return nil }
      found.identities = try await opened.contentIdentities(in: change)
      return found
    } catch {
      return nil
    }
  }

  private func target(for move: Move) -> Goal.Target {
    dependency(of: move)?.target(move.to ?? "") ?? Goal.Target(name: move.name, version: move.to)
  }

  private func dependency(of move: Move) -> Dependency? {
    let all = part.leads.map(\.dependency) + member.state.candidateSets.map(\.dependency)
    return all.first { $0.name == move.name && $0.current == move.from }
  }

  private func leads(_ wanted: [String: Move]) -> [Update.Lead] {
    wanted.sorted { $0.key < $1.key }.map { _, move in
      let dependency =
        dependency(of: move)
        ?? Dependency(name: move.name, kind: move.kind, group: move.group, current: move.from)
      return Update.Lead(
        dependency: dependency, from: move.from ?? "", to: move.to ?? "", step: nil)
    }
  }
}

extension Update.Part {
  /// The packages with an old and a new version: by name, and with the old version if a lock has
  /// several of the name.
  var movedPackages: [String: Move] {
    let moved = change.moves.filter { $0.from != nil && $0.to != nil }
    let names = Dictionary(grouping: moved, by: \.name)
    let keyed = moved.map { move in
      let isAlone = names[move.name]?.count == 1
      return (isAlone ? move.name : "\(move.name) \(move.from ?? "")", move)
    }
    return Dictionary(keyed) { first, _ in first }
  }
}

extension PlannedPullRequest {
  /// Whether parts of what it moves are tried, since it has no parts of its own.
  var isOneUpdate: Bool { key.isMaintenance || members.count == 1 }
}
