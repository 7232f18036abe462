import Ecosystem
import Gems

extension BundlerProject {
  /// Resolves with the gem pinned to `version` and returns the conflict; without a version, lists
  /// the gems that need it.
  ///
  /// - Throws: a `Problem` of kind `usage` for an invalid version, or for a gem that isn't locked.
  func explain(_ name: String, version: String?) async throws(Problem) -> [String] {
    guard let wanted = version else { return try whyHere(name) }
    guard let target = GemVersion(wanted) else {
      throw Problem(.usage, "is not a version of a gem", subject: wanted)
    }
    let excluding = (state.uses[name] ?? []).filter {
      !$0.dependency.requirement.accepts(target)
    }
    guard excluding.isEmpty else {
      return ["\(name) \(target) cannot be chosen:"] + excluding.map(\.sentence)
    }
    var state = state
    var request = Definition.Request()
    request.explicit = [name]
    request.pins = [name: target]
    do throws(Problem) {
      _ = try await ecosystem.resolve(&state, request)
      return ["\(name) \(target) can be chosen."]
    } catch {
      guard error.kind == .unsolvable else { throw error }
      return ["\(name) \(target) cannot be chosen:"] + error.explanation
    }
  }

  /// Lists the requirements on a locked gem, those of the Gemfile first.
  private func whyHere(_ name: String) throws(Problem) -> [String] {
    let specs = state.lock?.specs ?? []
    guard let spec = specs.first(where: { $0.name == name }) else {
      throw Problem(.usage, "is not locked", subject: name)
    }
    var lines = ["\(name) is locked at \(spec.version)."]
    lines += (state.uses[name] ?? []).map(\.sentence)
    // The lock repeats what a gemspec of the project says.
    var seen = Set(state.gemspecs.map(\.name))
    for other in specs where seen.insert(other.name).inserted {
      for dependency in other.dependencies where dependency.name == name {
        lines.append("\(other.name) \(other.version) needs \(dependency).")
      }
    }
    return lines
  }
}

extension GemUse {
  /// Says what the line requires, and where.
  ///
  ///     web.gemspec requires rack (>= 2) at web.gemspec:4:3.
  fileprivate var sentence: String {
    let name = file.hasSuffix(".gemspec") ? file : "The Gemfile"
    return "\(name) requires \(dependency)" + (location.map { " at \($0)." } ?? ".")
  }
}
