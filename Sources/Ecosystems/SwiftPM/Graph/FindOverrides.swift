import Ecosystem
import Resolution
import SwiftSources

/// Follows folders first, then branches and commits, as SwiftPM does before it solves.
///
/// Pure: where a manifest or a branch's commit is not known, it says so and is run again.
struct OverrideSearch {
  let inputs: Inputs
  let metadata: Metadata
  private var open: [Demand]
  private var found = Overrides()
  private var needs: [Metadata.Need] = []
  /// The requirements for each overridden package.
  private var revisions: [PackageReference: String] = [:]

  init(inputs: Inputs, metadata: Metadata) {
    self.inputs = inputs
    self.metadata = metadata
    let root = PackageReference(PackageIdentity("root"), kind: .root, location: "")
    open = inputs.roots.map {
      Demand(package: $0.reference, requirement: nil, traits: ["default"], from: root)
    }
    open += inputs.dependencies.map {
      Demand(
        package: PackageReference($0), requirement: $0.requirement,
        traits: $0.askedTraits(from: []), from: root)
    }
  }

  mutating func run() throws(Problem) -> Answer<Overrides, Metadata.Need> {
    while let index = open.firstIndex(where: \.isUnversioned) {
      try follow(folder: open.remove(at: index))
    }
    while let index = open.firstIndex(where: { $0.requirement?.isVersioned == false }) {
      try follow(revision: open.remove(at: index))
    }
    guard needs.isEmpty else { return .needs(needs) }
    found.demands += open
    let overridden = Set(found.states.map(\.package))
    found.demands.removeAll { overridden.contains($0.package) }
    return .known(found)
  }

  private mutating func follow(folder demand: Demand) throws(Problem) {
    guard found.state(of: demand.package) == nil else { return }
    guard let local = local(demand.package) else {
      throw Problem(
        .refused, "is a folder that does not belong to the tree", subject: demand.package.location)
    }
    found.states.append((demand.package, .folder))
    let isRoot = local.reference.kind == .root
    for dependency in try required(local.manifest, isRoot: isRoot, demand.traits) {
      let next = try self.demand(dependency, local, demand.traits)
      if next.requirement?.isVersioned == true {
        found.demands.append(next)
      } else if found.state(of: next.package) == nil {
        append(next)
      }
    }
  }

  private func local(_ package: PackageReference) -> Inputs.Local? {
    inputs.roots.first { $0.reference == package } ?? inputs.locals[package.identity]
  }

  /// Adds a requirement unless an equal one exists; traits aren't compared.
  private mutating func append(_ demand: Demand) {
    let isKnown = open.contains {
      $0.package == demand.package && $0.requirement == demand.requirement
    }
    if !isKnown { open.append(demand) }
  }

  private func required(
    _ manifest: PackageManifest, isRoot: Bool, _ traits: Set<String>
  ) throws(Problem) -> [PackageDependency] {
    do throws(ManifestError) {
      let asked = isRoot && manifest.traits.isEmpty ? ["default"] : traits
      return try manifest.required(isRoot: isRoot, traits: asked)
    } catch {
      throw Problem(error, in: manifest.file)
    }
  }

  private func demand(
    _ dependency: PackageDependency, _ local: Inputs.Local, _ traits: Set<String>
  ) throws(Problem) -> Demand {
    let enabled: Set<String>
    do throws(ManifestError) {
      enabled = try local.manifest.enabledTraits(traits)
    } catch {
      throw Problem(error, in: local.manifest.file)
    }
    return Demand(
      package: PackageReference(dependency), requirement: dependency.requirement,
      traits: dependency.askedTraits(from: enabled), from: local.reference)
  }

  private mutating func follow(revision demand: Demand) throws(Problem) {
    let package = demand.package
    guard let name = demand.requirement?.revisionName else { return }
    if found.state(of: package) == .folder { return }
    if let other = revisions[package] {
      guard other == name else {
        throw Problem(
          .unsolvable, "is required at two revisions", subject: package.description,
          explanation: [
            "\(package) is required both at \(other) and at \(name); SwiftPM takes one alone."
          ])
      }
      return
    }
    revisions[package] = name
    guard let (commit, branch) = try commit(named: name, of: package) else { return }
    found.states.append((package, .revision(commit: commit, branch: branch)))
    try followDependencies(of: demand, at: commit)
  }

  /// The commit that stands for a branch or revision; nil where that must be looked up.
  private mutating func commit(
    named name: String, of package: PackageReference
  ) throws(Problem) -> (commit: String, branch: String?)? {
    if case .branch(name, let revision)? = inputs.pins[package.identity]?.state {
      return (revision, name)
    }
    guard let releases = metadata.releases(of: package) else {
      needs.append(.releases(package))
      return nil
    }
    guard let commit = releases.commit(named: name) else {
      throw Problem(
        .failed, "has no branch or tag `\(name)`", subject: package.location,
        advice: "name a branch, or a commit by all of its 40 digits")
    }
    return (commit, name == commit ? nil : name)
  }

  private mutating func followDependencies(
    of demand: Demand, at commit: String
  ) throws(Problem) {
    let package = demand.package
    switch metadata.declaration(of: package, at: commit) {
    case nil: needs.append(.manifest(package, commit: commit))
    case .broken(let problem)?: throw problem
    case .unfit(let tools)?:
      throw Problem(
        .unsolvable, "needs tools \(tools), which these are not", subject: package.location)
    case .manifest(let manifest)?:
      let local = Inputs.Local(reference: package, manifest: manifest)
      for dependency in try required(manifest, isRoot: false, demand.traits) {
        let next = try self.demand(dependency, local, demand.traits)
        try add(next, of: package)
      }
    }
  }

  private mutating func add(_ next: Demand, of package: PackageReference) throws(Problem) {
    switch next.requirement {
    case nil:
      throw Problem(
        .unsolvable, "depends on a folder of its own", subject: package.description,
        explanation: [
          "\(package), which a revision stands for, depends on the folder \(next.package.location)."
        ])
    case .branch, .revision: append(next)
    case .exact, .range: found.demands.append(next)
    }
  }
}

extension Problem {
  /// Converts a manifest's error; without a location if the text isn't available.
  init(_ error: ManifestError, in file: String) {
    self.init(error.kind == .refused ? .refused : .failed, error.reason, subject: file)
  }
}
