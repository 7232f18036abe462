import Ecosystem
import SwiftSources
import Versioning

extension SwiftPMProject {
  /// Lists the versions of a package's tags, oldest first.
  ///
  /// The newest versions inside the requirement and beyond it are checked against the toolchain,
  /// down to the first of each that fits. A version that doesn't fit, or whose manifest can't be
  /// read, is held back with the reason.
  ///
  /// - Throws: a `Problem` if a repository doesn't respond.
  func releases(of dependency: Dependency) async throws(Problem) -> [Release] {
    let lookUp = lookUp
    guard let package = contents.reference(named: dependency.name) else {
      throw Problem(.usage, "is not a dependency here", subject: dependency.name)
    }
    var metadata = Metadata()
    try await lookUp.add([.releases(package)], to: &metadata)
    let requirement = contents.requirement(of: package.identity)
    if let requirement, !requirement.isVersioned, let found = metadata.releases(of: package) {
      return releases(following: requirement, dependency, found)
    }
    let entries = metadata.releases(of: package)?.versions.entries ?? []
    // Without a lock, steps are counted from the newest version that the requirement accepts.
    let newest = entries.last { requirement?.contains($0.version) == true }?.version
    let current = dependency.current == nil ? newest : SemanticVersion(dependency.current ?? "")
    var admission = Admission(
      requirement: requirement, others: contents.otherRequirements(on: package.identity))
    if requirement == nil, let current, entries.contains(where: { $0.version > current }) {
      admission.bounds = try await ecosystem.bounds(of: package.identity, in: contents, lookUp)
    }
    let held = try await heldBack(
      entries, of: package, from: current, admission, lookUp, metadata)
    return entries.map { entry in
      Release(
        version: entry.version.description, isPrerelease: entry.version.isPrerelease,
        heldBack: held[entry.version],
        satisfiesRequirement: admission.takes(entry.version),
        step: current.flatMap { entry.version.step(from: $0) })
    }
  }

  /// The maximal number of releases that are checked until one fits.
  private static let heldLimit = 200

  /// The products of the release in use; empty if it isn't known, so that none is missed.
  private func products(
    of package: PackageReference, at entry: TaggedVersions.Entry?, _ lookUp: LookUp,
    _ metadata: inout Metadata
  ) async throws(Problem) -> Set<String> {
    guard let entry else { return [] }
    try await lookUp.add([.manifest(package, commit: entry.commit)], to: &metadata)
    guard case .manifest(let manifest) = metadata.declaration(of: package, at: entry.commit) else {
      return []
    }
    return Set(manifest.products.map(\.name))
  }

  /// Returns the reasons why releases can't be used, among them that a product is gone which the
  /// release in use has.
  private func heldBack(
    _ entries: [TaggedVersions.Entry], of package: PackageReference,
    from current: SemanticVersion?, _ admission: Admission, _ lookUp: LookUp,
    _ metadata: Metadata
  ) async throws(Problem) -> [SemanticVersion: String] {
    var metadata = metadata
    let asked = try contents.askedTraits(of: package.identity)
    let parts = contents.neededParts(of: package.identity)
    var held: [SemanticVersion: String] = [:]
    var isSettled = (inside: !admission.isVersioned, beyond: false)
    for entry in entries.reversed() where !entry.version.isPrerelease {
      let isInside = admission.takes(entry.version)
      if isSettled.inside && isSettled.beyond { break }
      if isSettled.beyond && !isInside { continue }
      guard held.count < Self.heldLimit else {
        throw Problem(
          .refused, "has more than \(Self.heldLimit) releases that cannot be used",
          subject: package.location)
      }
      try await lookUp.add([.manifest(package, commit: entry.commit)], to: &metadata)
      let declaration = metadata.declaration(of: package, at: entry.commit)
      var reason =
        declaration?.obstacle(for: tools, swift) ?? declaration?.obstacle(to: asked)
        ?? parts.obstacle(to: declaration)
      let missing = reason == nil ? parts.missing(in: declaration) : []
      if !missing.isEmpty {
        let older = entries.last {
          $0.version < entry.version && $0.version <= current ?? entry.version
        }
        let present = try await products(of: package, at: older, lookUp, &metadata)
        reason = missing.first(where: present.contains).map {
          "no longer has the product \($0), which a target uses"
        }
      }
      if let reason {
        held[entry.version] = reason
      } else {
        isSettled.beyond = true
        if isInside { isSettled.inside = true }
      }
    }
    return held
  }
}

extension Metadata.Declaration {
  /// The reason why a version doesn't fit the traits that are asked for; nil if it does.
  func obstacle(to asked: Set<String>) -> String? {
    guard case .manifest(let manifest) = self else { return nil }
    do throws(ManifestError) {
      _ = try manifest.enabledTraits(asked)
      return nil
    } catch {
      return error.reason
    }
  }

  /// The reason why a version can't be chosen, as the continuation of its name; nil if it can.
  ///
  /// It contains the file that names the tools, if `swift` has one.
  func obstacle(for tools: ToolsVersion, _ swift: SwiftTools? = nil) -> String? {
    switch self {
    case .manifest: return nil
    case .unfit(let needed) where needed < .oldest:
      return "is for Swift tools \(needed), which SwiftPM no longer supports"
    case .unfit(let needed):
      let named = swift.flatMap { swift in swift.origin.map { "\($0) names \(swift.shown)" } }
      return "needs Swift tools \(needed), but \(named ?? "locks are written for \(tools)")"
    case .broken(let problem):
      let suffix = problem.location.map { " (\($0))" } ?? ""
      return "has a manifest that cannot be read: it \(problem.message)\(suffix)"
    }
  }
}

extension Contents {
  /// The traits of a package that the project itself enables.
  func askedTraits(of identity: PackageIdentity) throws(Problem) -> Set<String> {
    var asked: Set<String> = []
    for dependency in projectDependencies where dependency.identity == identity {
      asked.formUnion(dependency.askedTraits(from: []))
    }
    for root in roots {
      for dependency in root.manifest.dependencies where dependency.identity == identity {
        do throws(ManifestError) {
          asked.formUnion(
            dependency.askedTraits(from: try root.manifest.enabledTraits(["default"])))
        } catch {
          throw Problem(error, in: root.manifest.file)
        }
      }
    }
    return asked.isEmpty ? ["default"] : asked
  }
}

/// The versions of a package that the manifests accept.
private struct Admission {
  /// The project's own; nil for an indirect dependency.
  var requirement: Requirement?
  /// Those of other manifests of the project, such as the packages of an Xcode workspace.
  var others: [Requirement] = []
  /// Those of the packages that depend on it.
  var bounds: [Requirement] = []

  var isVersioned: Bool { requirement?.isVersioned ?? bounds.allSatisfy(\.isVersioned) }

  func takes(_ version: SemanticVersion) -> Bool {
    if let requirement {
      return requirement.contains(version) && others.allSatisfy { $0.contains(version) }
    }
    return bounds.isEmpty ? !version.isPrerelease : bounds.allSatisfy { $0.contains(version) }
  }
}

extension Contents {
  /// Finds a package of the project by its identity or its name.
  func reference(named name: String) -> PackageReference? {
    let identity = PackageIdentity(name)
    if let declaration = declarations.first(where: { $0.dependency.answers(to: name) }) {
      return PackageReference(declaration.dependency)
    }
    let pin = pins[identity] ?? lock?.pins.first { $0.name?.lowercased() == name.lowercased() }
    return pin.map(reference)
  }

  /// A pinned package with its location.
  func reference(to pin: Pin) -> PackageReference {
    PackageReference(
      pin.identity, kind: pin.kind == .registry ? .registry : .remote,
      location: pin.kind == .registry
        ? pin.identity.description : mirrors.mirror(of: pin.location))
  }

  func requirement(of identity: PackageIdentity) -> Requirement? {
    declaration(of: identity)?.dependency.requirement
  }

  /// The requirements of further manifests that versions have to meet, too.
  fileprivate func otherRequirements(on identity: PackageIdentity) -> [Requirement] {
    let all = declarations.filter { $0.dependency.identity == identity }
    return all.dropFirst().compactMap(\.dependency.requirement).filter(\.isVersioned)
  }
}

extension PackageDependency {
  /// Whether a name can refer to this dependency.
  fileprivate func answers(to name: String) -> Bool {
    guard requirement != nil else { return false }
    return identity == PackageIdentity(name) || written == name || location == name
      || alias?.lowercased() == name.lowercased()
  }
}

extension SemanticVersion {
  /// The step from an older version; nil if it isn't newer.
  func step(from old: SemanticVersion) -> Step? {
    guard self > old else { return nil }
    if major != old.major { return .major }
    return minor != old.minor ? .minor : .patch
  }
}
