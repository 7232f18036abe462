package import Ecosystem
import Ruby

extension BundlerEcosystem {
  /// Resolves with the gem pinned to `version` and tells the conflict; without one, who needs it.
  ///
  /// Fails with `usage` for what is no version and, without one, for a gem that is not locked.
  package func explain(
    _ name: String, version: String?, in project: Project, tree: SourceTree
  ) async throws(Problem) -> [String] {
    var state = try await ProjectState(project, in: tree, toolchain: toolchain)
    guard let wanted = version else { return try Self.whyHere(name, state) }
    guard let target = GemVersion(wanted) else {
      throw Problem(.usage, "is no version of a gem", subject: wanted)
    }
    var wish = Definition.Wish()
    wish.explicit = [name]
    wish.pins = [name: target]
    do throws(Problem) {
      _ = try await resolve(&state, wish)
      return ["Nothing stands in the way of \(name) \(target)."]
    } catch {
      guard error.kind == .unsolvable else { throw error }
      return ["\(name) \(target) cannot be had:"] + error.explanation
    }
  }

  /// Who asks for a locked gem, from the Gemfile down.
  private static func whyHere(_ name: String, _ state: ProjectState) throws(Problem) -> [String] {
    let specs = state.lock?.specs ?? []
    guard let spec = specs.first(where: { $0.name == name }) else {
      throw Problem(.usage, "is not locked", subject: name)
    }
    var lines = ["\(name) is locked at \(spec.version)."]
    if let direct = state.gemfile.dependencies.first(where: { $0.name == name }) {
      lines.append("The Gemfile asks for \(direct.dependency) at \(direct.location).")
    }
    var seen: Set<String> = []
    for other in specs where seen.insert(other.name).inserted {
      for dependency in other.dependencies where dependency.name == name {
        lines.append("\(other.name) \(other.version) needs \(dependency).")
      }
    }
    return lines
  }

  /// By `Gem::Requirement`: clauses separated by commas, as in `>= 1.2, < 3`, must all hold.
  package func version(
    _ version: String, satisfies requirement: String
  ) throws(Problem) -> Bool {
    guard let version = GemVersion(version) else {
      throw Problem(.usage, "is no version of a gem", subject: version)
    }
    return try GemRequirement.condition(requirement).accepts(version)
  }
}

extension GemRequirement {
  /// Reads the clauses of an ignore condition; an empty one is an error, not every version.
  static func condition(_ text: String) throws(Problem) -> GemRequirement {
    let clauses = text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
    guard let requirement = GemRequirement(clauses) else {
      throw Problem(.usage, "is not a requirement on a gem", subject: text)
    }
    return requirement
  }
}
