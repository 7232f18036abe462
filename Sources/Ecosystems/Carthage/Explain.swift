import Ecosystem

extension CarthageProject {
  /// Lists what requires a dependency, and what prevents another version.
  func explain(_ name: String, version: String?) async throws(Problem) -> [String] {
    let origin = try origin(named: name)
    var metadata = CarthageMetadata()
    let users = try await users(of: origin, &metadata)
    let state = pins[origin].map { "is at \($0)" } ?? "is not locked"
    var lines = ["\(origin.identity) \(state)\(users.isEmpty ? "." : " because:")"] + users
    if let version { lines += try await obstacles(to: version, of: origin, &metadata) }
    return lines
  }

  private func users(
    of origin: CarthageOrigin, _ metadata: inout CarthageMetadata
  ) async throws(Problem) -> [String] {
    var lines: [String] = []
    if let (entry, file) = entry(of: origin) {
      lines.append("  \(file) requires \(text(entry.requirement))")
    }
    for (user, pin, needs) in try await lockedCartfiles(&metadata) {
      for need in needs where need.origin == origin {
        lines.append("  \(user.identity) \(pin) requires \(text(need.requirement))")
      }
    }
    return lines
  }

  /// Fetches the Cartfiles of the pinned dependencies, sorted.
  func lockedCartfiles(
    _ metadata: inout CarthageMetadata
  ) async throws(Problem) -> [(CarthageOrigin, pin: String, needs: [CarthageMetadata.Need])] {
    let pinned = pins.filter { $0.key.kind != .binary }.sorted { $0.key < $1.key }
    let documents = pinned.map { CarthageDocument.cartfile($0.key, pin: $0.value) }
    try await library.fetch(Set(documents), into: &metadata)
    var result: [(CarthageOrigin, pin: String, needs: [CarthageMetadata.Need])] = []
    for (origin, pin) in pinned {
      let needs = try metadata.cartfiles[.cartfile(origin, pin: pin)]?.get() ?? []
      result.append((origin, pin, needs))
    }
    return result
  }

  private func obstacles(
    to version: String, of origin: CarthageOrigin, _ metadata: inout CarthageMetadata
  ) async throws(Problem) -> [String] {
    try await library.fetch([.versions(origin)], into: &metadata)
    let tags = metadata.versions[origin] ?? []
    guard
      let tag = tags.first(where: { $0 == version })
        ?? tags.first(where: { CarthageVersion($0)?.description == version })
    else { return ["\(origin.identity) has no tag \(version)."] }
    var needs = needs.filter { $0.origin != origin }
    needs.append(.init(origin, .reference(tag)))
    metadata.references[.reference(origin, tag)] = tag
    if let requirement = entry(of: origin)?.entry.requirement, !requirement.isSatisfied(by: tag) {
      return [
        "\(origin.identity) \(tag) doesn't satisfy \(text(requirement)) in the Cartfile."
      ]
    }
    do throws(Problem) {
      _ = try await library.solve(needs, &metadata)
      return ["\(origin.identity) \(tag) can be chosen."]
    } catch {
      guard error.kind == .unsolvable else { throw error }
      return [
        "\(origin.identity) \(tag) can't be chosen: \(error.subject ?? "") \(error.message)."
      ]
    }
  }

  private func text(_ requirement: CarthageRequirement) -> String {
    requirement == .any ? "any version" : "\(requirement)"
  }
}
