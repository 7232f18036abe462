package import Ecosystem

extension JavaScriptProject {
  /// Lists the dependents of each copy of a package, up to the project.
  ///
  /// With a version, the requirements that exclude it say so, and the result of an update follows.
  package func explain(_ name: String, version: String?) async throws(Problem) -> [String] {
    let package = sources.registryName(of: name, try sources.copies())
    let lines = try await Why(name, version: version, registry: registry).answer(about: package) {
      (exclusion) async throws(Problem) in
      let lines = try await sources.explanation(of: name, exclusion, for: ecosystem)
      if lines.isEmpty || version != nil { return lines }
      return lines + [try sources.prospect(of: name)(nil)?.sentence(about: name)].compactMap(\.self)
    } remarks: { () async throws(Problem) in
      guard let version else { return [] }
      return try await objection(to: version, of: name, package)
    } attempt: { (goal) async throws(Problem) in
      try await change(toward: goal)
    }
    return lines
  }

  /// Explains why the project's Node or npm doesn't run a version; empty if it does.
  private func objection(
    to version: String, of name: String, _ package: String
  ) async throws(Problem) -> [String] {
    guard canHoldBack else { return [] }
    let packument: Packument
    do throws(LookUpFailure) {
      packument = try await registry.packument(of: package, .full)
    } catch {
      throw error.problem
    }
    let objection = packument[version]?.objection(on: sources.engines)
    return objection.map { ["\(name)@\(version) \($0)."] } ?? []
  }
}

extension Prospect {
  fileprivate func sentence(about name: String) -> String {
    switch self {
    case .refused(let reason): "A newer version of \(name) can't be locked: it \(reason)."
    case .untested(let reason):
      "Whether a newer version of \(name) can be locked isn't known until the update is tried: "
        + "it \(reason)."
    }
  }
}

extension JavaScriptTool {
  /// Lists the dependents of each copy of a name in the lock.
  package func explanation(
    of name: String, _ exclusion: ExcludedVersion, for ecosystem: JavaScriptEcosystem<Self>
  ) async throws(Problem) -> [String] {
    let lock = try copies()
    let dependents = Dependents(lock, requirements(in: lock)) { path in
      let folder = manifests.first { $0.path == path }.map(files.relativeFolder) ?? ""
      return folder.isEmpty ? "The project" : folder
    }
    return dependents.lines(about: lock.indices(of: name), exclusion)
  }
}

/// What asks for the packages of a lock, in sentences.
private struct Dependents {
  private struct Dependent {
    /// The position of a package; nil for a manifest.
    var copy: Int?
    /// Without the full stop.
    var sentence: String
    var range: String?
  }

  /// The number of sentences about one copy.
  private static let longest = 40

  private let lock: LockedCopies
  private var byCopy: [Int: [Dependent]] = [:]

  init(
    _ lock: LockedCopies, _ requirements: DirectRequirements,
    subject: (_ manifest: String) -> String
  ) {
    self.lock = lock
    for (name, entries) in requirements.all.sorted(by: { $0.key < $1.key }) {
      for entry in entries {
        guard let copy = entry.copy else { continue }
        let range = entry.requirement.text
        byCopy[copy, default: []].append(
          Dependent(
            sentence: "\(subject(entry.requirement.manifest)) wants \(name)@\(range)", range: range)
        )
      }
    }
    for index in lock.all.indices {
      for link in lock.links(of: index).dependencies {
        for target in lock.targets(of: link) {
          byCopy[target, default: []].append(dependent(index, link, target))
        }
      }
    }
  }

  private func dependent(_ index: Int, _ link: LockedLinks.Link, _ target: Int) -> Dependent {
    let label = lock.all[index].label
    let sentence = link.range.map { "\(label) wants \(link.name)@\($0)" }
    return Dependent(
      copy: index, sentence: sentence ?? "\(label) depends on \(lock.all[target].label)",
      range: link.range)
  }

  /// Returns a sentence for each copy, and one for each dependent, up to the manifests.
  func lines(about copies: [Int], _ exclusion: ExcludedVersion) -> [String] {
    copies.flatMap { start in
      var lines = ["\(lock.all[start].label) is in the lock."]
      var seen: Set<Int> = [start]
      var open = [start]
      while !open.isEmpty, lines.count < Self.longest {
        let next = open.removeFirst()
        for dependent in byCopy[next] ?? [] {
          let range = next == start ? dependent.range : nil
          let end = range.flatMap { exclusion.reason(for: PackageSpec($0)) } ?? ""
          lines.append("\(dependent.sentence)\(end).")
          if let copy = dependent.copy, seen.insert(copy).inserted { open.append(copy) }
        }
      }
      return lines
    }
  }
}
