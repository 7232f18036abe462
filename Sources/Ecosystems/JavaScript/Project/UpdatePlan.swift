package import Ecosystem

/// The edits of files and the task of a tool's resolver for a goal.
package struct UpdatePlan: Sendable {
  /// What becomes of the lock.
  package enum Aim: Hashable, Sendable {
    /// Make the lock fit the manifests.
    case install
    /// Update the named packages within their requirements.
    case update(Set<String>)
    /// Update all packages within their requirements.
    case updateAll
    /// Ignore the lock.
    case fresh
  }

  /// What becomes of the lock.
  package var aim: Aim
  /// The new requirements in manifests, catalogs and rules.
  package var edits: [ManifestEdit] = []
  /// The packages of the goal.
  package var targets: [Goal.Target] = []
  /// Whether the targets are those of a wider goal, found by peers.
  package var isCoupled = false
  /// Versions that the goal demands, by the registry's name.
  package var preference = VersionPreference()

  /// Creates a plan without edits.
  package init(aim: Aim) {
    self.aim = aim
  }

  /// Whether the run asks for it, which proposes only what everybody can install.
  package var selectsRequirements: Bool { targets.contains { $0.requirements != nil } }

  /// The names to update.
  package var updateNames: Set<String> {
    if case .update(let names) = aim { names } else { [] }
  }

  /// Keeps locked versions of a package, which an update by its name would move too.
  mutating func keep(_ versions: Set<String>, of package: String) {
    if versions.isEmpty { return }
    preference.staying[package, default: []].formUnion(versions)
  }

  /// The old and new requirements by package; the first edit of a package counts.
  var requirementEdits: [String: Move.Edit] {
    Dictionary(edits.map { ($0.name, Move.Edit(before: $0.before, after: $0.after)) }) {
      first, _ in first
    }
  }

  /// The plans to try in this order: the first one that has a solution counts.
  ///
  /// The tool's own choice of versions comes first, so that the lock becomes that of the native tool. If it
  /// doesn't contain the demanded versions, they are preferred.
  func attempts(_ steering: ToolTraits.Steering) -> [UpdatePlan] {
    if preference.versions.isEmpty { return [self] }
    var steered = self
    switch steering {
    case .preference: break
    case .names where aim == .install: steered.aim = .update(Set(targets.map(\.name)))
    case .packages where aim == .install: steered.aim = .update(Set(preference.versions.keys))
    case .names, .packages: break
    }
    let isForced = steering == .names && aim != .install
    if isForced || !preference.staying.isEmpty { return [steered] }
    var unsteered = self
    unsteered.preference.versions = [:]
    unsteered.preference.further = [:]
    return [unsteered, steered]
  }
}
