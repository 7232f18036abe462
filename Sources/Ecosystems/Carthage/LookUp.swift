import Ecosystem
import Text
import Versioning

extension CarthageProject {
  /// Lists the tags that are versions, oldest first.
  ///
  /// Steps are counted from the locked tag; a commit has none, so that nothing is proposed for it. Of
  /// a branch it returns the head.
  func releases(of dependency: Dependency) async throws(Problem) -> [Release] {
    let origin = try origin(named: dependency.name)
    var metadata = CarthageMetadata()
    let requirement = entry(of: origin)?.entry.requirement
    if case .reference(let name)? = requirement, CarthageVersion(name) == nil, !name.isCommit {
      let document = CarthageDocument.reference(origin, name)
      try await library.fetch([document], into: &metadata)
      // A tag without a version stands for itself.
      return metadata.references[document].map { pin in
        pin == name ? [] : [.head(pin, locked: dependency.current)]
      } ?? []
    }
    try await library.fetch([.versions(origin)], into: &metadata)
    let tags = (metadata.versions[origin] ?? []).compactMap { tag in
      CarthageVersion(tag).map { (tag: tag, version: $0) }
    }
    .sorted { ($0.version, $1.tag) < ($1.version, $0.tag) }
    let newest = tags.last { requirement?.accepts($0.tag, $0.version) ?? true }?.version
    let current = dependency.current.map { CarthageVersion(tag: $0, of: tags) } ?? newest
    return tags.map { tag in
      Release(
        version: tag.tag, isPrerelease: tag.version.isPrerelease,
        satisfiesRequirement: requirement?.accepts(tag.tag, tag.version)
          ?? !tag.version.isPrerelease,
        step: current.flatMap { tag.version.step(from: $0) })
    }
  }
}

extension CarthageRequirement {
  /// Whether a tag with a version satisfies it; of a reference only the tag itself does.
  fileprivate func accepts(_ tag: String, _ version: CarthageVersion) -> Bool {
    if case .reference(let name) = self { return name == tag }
    return isSatisfied(by: version)
  }
}

extension CarthageVersion {
  /// The version of a locked tag; nil for a commit, even if its digits look like a version.
  fileprivate init?(tag: String, of tags: [(tag: String, version: CarthageVersion)]) {
    guard let found = tags.first(where: { $0.tag == tag }) else { return nil }
    self = found.version
  }

  /// The step from an older version; nil if it isn't newer.
  fileprivate func step(from old: CarthageVersion) -> Step? {
    guard self > old else { return nil }
    if numbers[0] != old.numbers[0] { return .major }
    return numbers[1] != old.numbers[1] ? .minor : .patch
  }
}
