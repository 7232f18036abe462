package import Ecosystem

/// A question of `why`: the package, and a version that it doesn't have.
package struct Why: Sendable {
  private let name: String
  private let version: String?
  private let registry: Registry

  /// Creates a question.
  ///
  /// - Parameters:
  ///   - name: the name in manifests.
  ///   - version: nil for `why NAME`.
  ///   - registry: the client for dist-tags.
  package init(_ name: String, version: String?, registry: Registry) {
    self.name = name
    self.version = version
    self.registry = registry
  }

  /// Lists the dependents, then the result of an update to the version.
  ///
  /// - Parameters:
  ///   - package: the registry's name, which for an alias is another one.
  ///   - lines: lists the dependents, and which of their requirements exclude the version.
  ///   - remarks: returns further sentences about the version.
  ///   - attempt: updates the project without an effect.
  /// - Returns: sentences, each once.
  /// - Throws: a problem for an unknown name or a text that isn't a version.
  package func answer(
    about package: String, _ lines: (ExcludedVersion) async throws(Problem) -> [String],
    remarks: () async throws(Problem) -> [String] = { () async throws(Problem) in [] },
    attempt: (Goal) async throws(Problem) -> Change
  ) async throws(Problem) -> [String] {
    let wanted = version.flatMap { Version($0) }
    let lines = try await lines(try await exclusion(of: wanted, package))
    guard !lines.isEmpty else {
      throw Problem(.usage, "is neither in package.json nor in its lock", subject: name)
    }
    guard let version else { return lines.withoutRepetitions }
    guard wanted != nil else {
      throw Problem(.usage, "is not a version", subject: "\(name)@\(version)")
    }
    let target = Goal.Target(name: name, version: version)
    let outcome = try await target.outcome { () async throws(Problem) in
      try await attempt(.update([target], UpdateOptions()))
    }
    return (lines + (try await remarks()) + outcome).withoutRepetitions
  }

  private func exclusion(
    of version: Version?, _ package: String
  ) async throws(Problem) -> ExcludedVersion {
    guard let version else { return ExcludedVersion() }
    do throws(LookUpFailure) {
      let packument = try await registry.packument(
        of: package, .abbreviated, keeping: .resolution)
      return ExcludedVersion(of: version, tags: packument.distTags)
    } catch {
      if error.isOutage { throw error.problem }
      return ExcludedVersion(of: version, tags: [:])
    }
  }
}

/// A version that requirements may exclude.
package struct ExcludedVersion: Sendable {
  private let version: Version?
  private let tags: [String: String]

  /// Creates one that no requirement excludes, for a question without a version.
  package init() {
    version = nil
    tags = [:]
  }

  /// Creates one for a version.
  ///
  /// - Parameters:
  ///   - version: the wanted version.
  ///   - tags: the version of each dist-tag.
  package init(of version: Version, tags: [String: String]) {
    self.version = version
    self.tags = tags
  }

  /// Returns the end of the sentence about a requirement; nil if it allows the version.
  ///
  ///     ExcludedVersion(of: "2.0.0", tags: ["latest": "1.1.0"]).words(for: .tag("latest"))
  ///     // ", which is 1.1.0"
  package func reason(for request: PackageSpec) -> String? {
    guard let version else { return nil }
    guard case .tag(let tag) = request.unaliased else {
      return request.admits(version) ? nil : ", which excludes \(version)"
    }
    guard let tagged = tags[tag] else { return ", a tag that the registry doesn't have" }
    return tagged == version.description ? nil : ", which is \(tagged)"
  }
}
