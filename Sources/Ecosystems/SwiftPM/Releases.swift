package import Ecosystem
import Versioning

extension SwiftPMEcosystem {
  /// Lists the versions that a package's tags stand for, oldest first.
  ///
  /// The newest ones are checked against the toolchain, those inside the requirement and those
  /// beyond it, down to the first of each that fits. One that does not fit, or whose manifest
  /// cannot be read, is held back with the reason.
  ///
  /// - Throws: `Problem` if a repository gives no answer: that is not the same as a release that
  ///   fits.
  package func releases(
    of dependency: Dependency, in project: Project, tree: SourceTree
  ) async throws(Problem) -> [Release] {
    let contents = try await ContentsReader(tree: tree, tools: tools).read(project)
    let lookUp = lookUp(contents)
    guard let package = contents.reference(named: dependency.name) else {
      throw Problem(.usage, "is no dependency here", subject: dependency.name)
    }
    var metadata = Metadata()
    try await lookUp.add([.releases(package)], to: &metadata)
    let entries = metadata.releases(of: package)?.versions.entries ?? []
    let requirement = contents.requirement(of: package.identity)
    // Without a lock a step is counted from the newest that the requirement takes.
    let newest = entries.last { requirement?.contains($0.version) == true }?.version
    let current = dependency.current == nil ? newest : SemanticVersion(dependency.current ?? "")
    var admission = Admission(requirement: requirement)
    if requirement == nil, let current, entries.contains(where: { $0.version > current }) {
      admission.bounds = try await bounds(of: package.identity, in: contents, lookUp)
    }
    let held = try await heldBack(entries, of: package, admission, lookUp, metadata)
    return entries.map { entry in
      Release(
        version: entry.version.description, isPrerelease: entry.version.isPrerelease,
        heldBack: held[entry.version],
        satisfiesRequirement: admission.takes(entry.version),
        step: current.flatMap { entry.version.step(from: $0) })
    }
  }

  func lookUp(_ contents: Contents) -> LookUp {
    LookUp(
      http: http, git: git, cache: cache, reader: contents.reader(tools: tools),
      registries: contents.registries, mirrors: contents.mirrors)
  }

  /// How many of the newest releases are looked at until one fits.
  private static let heldLimit = 200

  /// Says of releases that cannot be used why that is so.
  private func heldBack(
    _ entries: [TaggedVersions.Entry], of package: PackageReference, _ admission: Admission,
    _ lookUp: LookUp, _ metadata: Metadata
  ) async throws(Problem) -> [SemanticVersion: String] {
    var metadata = metadata
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
      if let reason = declaration?.obstacle(for: tools) {
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
  /// Why a version cannot be chosen, in words that follow it; nil if it can.
  func obstacle(for tools: ToolsVersion) -> String? {
    switch self {
    case .manifest: return nil
    case .unfit(let needed) where needed < .oldest:
      return "is for Swift tools \(needed), which SwiftPM no longer supports"
    case .unfit(let needed):
      return "needs Swift tools \(needed), but locks are written for \(tools)"
    case .broken(let problem):
      let place = problem.location.map { " (\($0))" } ?? ""
      return "has a manifest that cannot be read: it \(problem.message)\(place)"
    }
  }
}

/// Which versions of a package a project takes as its manifests stand.
private struct Admission {
  /// The project's own; nil for what others bring along.
  var requirement: Requirement?
  /// Those of the packages that bring it along.
  var bounds: [Requirement] = []

  var isVersioned: Bool { requirement?.isVersioned ?? bounds.allSatisfy(\.isVersioned) }

  func takes(_ version: SemanticVersion) -> Bool {
    if let requirement { return requirement.contains(version) }
    return bounds.isEmpty ? !version.isPrerelease : bounds.allSatisfy { $0.contains(version) }
  }
}

extension Contents {
  /// A package of the project by its identity or its own name.
  func reference(named name: String) -> PackageReference? {
    let identity = PackageIdentity(name)
    if let declaration = declarations.first(where: { $0.dependency.answers(to: name) }) {
      return PackageReference(declaration.dependency)
    }
    let pin = pins[identity] ?? lock?.pins.first { $0.name?.lowercased() == name.lowercased() }
    return pin.map(reference)
  }

  /// A pinned package, and where it is got.
  func reference(to pin: Pin) -> PackageReference {
    PackageReference(
      pin.identity, kind: pin.kind == .registry ? .registry : .remote,
      location: pin.kind == .registry
        ? pin.identity.description : mirrors.mirror(of: pin.location))
  }

  func requirement(of identity: PackageIdentity) -> Requirement? {
    declaration(of: identity)?.dependency.requirement
  }
}

extension PackageDependency {
  /// Whether a person may mean this dependency by a name.
  fileprivate func answers(to name: String) -> Bool {
    guard requirement != nil else { return false }
    return identity == PackageIdentity(name) || written == name || location == name
      || alias?.lowercased() == name.lowercased()
  }
}

extension SemanticVersion {
  /// How far it is from an older version; nil where it is not newer.
  func step(from old: SemanticVersion) -> Step? {
    guard self > old else { return nil }
    if major != old.major { return .major }
    return minor != old.minor ? .minor : .patch
  }
}
