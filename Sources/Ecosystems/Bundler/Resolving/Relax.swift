import Ecosystem
import Gems
import Resolution
import Text

/// Relaxing requirements after a conflict, and the messages if nothing can be relaxed.
extension GemSearch {
  /// Refuses a result for which a named gem had to be unlocked again, by a Bundler whose order of doing
  /// so isn't known.
  ///
  /// - Parameter names: the gems that got a version before the search.
  /// - Throws: a refusal that names the first of them.
  func requireKnownOrder(unlocking names: [String]) throws(Problem) {
    guard relaxed.count > definition.dialect.knownConflict,
      let name = names.first(where: relaxed.contains)
    else { return }
    throw Problem(
      .refused,
      "conflicts with gems that stay, and Bundler \(definition.toolchain.bundler) resolves this in an "
        + "order that is not known", subject: name,
      at: definition.gemfile.files.first.map { Location(file: $0, line: 1, column: 1) },
      advice: "update the gems that need it together with it, or run `bundle update --bundler` once"
    )
  }

  /// Relaxes the requirements on the packages of a conflict.
  ///
  /// - Returns: false if nothing can be relaxed.
  mutating func relax(_ names: [String]) -> Bool {
    let pins = definition.request.pins
    let held = names.filter { provider.baseRequirements[$0] != nil && pins[$0] == nil }
    let unreleased = names.filter { name in
      pins[name] == nil && provider.baseRequirements[name] == nil
        && provider.packages[name]?.prereleases == .ignored
        && provider.index[name]?.contains { $0.version.isPrerelease } == true
    }
    guard !held.isEmpty || !unreleased.isEmpty else { return false }
    if !held.isEmpty { unlock(held) }
    relaxed.formUnion(held)
    for name in unreleased { provider.packages[name]?.prereleases = .last }
    return true
  }

  /// Returns the packages of all incompatibilities on the left side of the derivation.
  func namesBehind(_ conflict: Conflict) -> [String] {
    var names: [String] = []
    var index = conflict.facts.count - 1
    while case .derived(let cause, _) = conflict.facts[index].cause {
      index = cause
      for claim in conflict.facts[index].claims where !names.contains(claim.package) {
        names.append(claim.package)
      }
    }
    return names
  }

  /// Replaces exact pins by lower bounds, first those of indirect gems; later removes the bounds.
  private mutating func unlock(_ names: [String]) {
    let direct = Set(definition.gemfile.dependencies.map(\.name))
    let pinned = names.filter { provider.baseRequirements[$0]?.isExact == true }
    let indirect = pinned.filter { !direct.contains($0) }
    if !indirect.isEmpty {
      loosen(indirect)
    } else if !pinned.isEmpty {
      loosen(pinned)
    } else {
      for name in names { provider.baseRequirements[name] = nil }
    }
  }

  private mutating func loosen(_ names: [String]) {
    for name in names {
      guard let version = provider.baseRequirements[name]?.clauses[0].version else { continue }
      provider.baseRequirements[name] = GemRequirement(atLeast: version)
      provider.base[name] = nil
    }
  }

  /// Returns the problem of a gem without candidates: a failure if no source has the gem, or else
  /// that there is no solution.
  func notFound(_ dependency: GemfileDependency) -> Problem {
    guard let known = provider.index[dependency.name], !known.isEmpty else {
      return Problem(
        .failed, "is in none of the sources that it can come from", subject: dependency.name,
        at: dependency.location)
    }
    return Problem(
      .unsolvable, "has no version that meets the Gemfile and suits all platforms",
      subject: dependency.dependency.locked, at: dependency.location,
      explanation: [
        "The Gemfile requires \(dependency.dependency).",
        "The newest versions of \(dependency.name) are "
          + "\(known.suffix(3).map(\.version.text).joined(separator: ", ")).",
      ])
  }

  func beyondLevel(_ dependency: GemfileDependency) -> Problem {
    let locked = provider.lockedVersions[dependency.name]?.text ?? "no version"
    return Problem(
      .unsolvable, "has no version inside the strict level", subject: dependency.name,
      at: dependency.location,
      explanation: [
        "\(dependency.name) is locked at \(locked), and the Gemfile requires "
          + "\(dependency.dependency)."
      ])
  }

  func unsolvable(_ conflict: Conflict) -> Problem {
    var provider = provider
    var candidates: [String: [GemVersion]] = [:]
    for claim in conflict.facts.flatMap(\.claims) where candidates[claim.package] == nil {
      candidates[claim.package] = provider.candidates(of: claim.package)?.sorted.map(\.version)
    }
    let report = ConflictReport(
      toolchain: definition.toolchain, gemfile: definition.gemfile, pins: definition.request.pins,
      index: provider.index, candidates: candidates)
    return Problem(
      .unsolvable, "has no set of versions that meets all requirements",
      subject: definition.gemfile.files.first,
      explanation: report.lines(conflict))
  }
}
