import Ecosystem
import JavaScript

/// A resolved lock of Yarn 3 and 4, which may lack checksums.
struct BerrySolution {
  /// The entries, with the checksums that the present lock has.
  var lock: BerryLock
  /// The packages whose checksums need the tarball.
  var unverified: [BerryTarball]
}

extension BerryResolver {
  /// Collects the entries, and the packages without checksum that need one.
  func solution() throws(Problem) -> BerrySolution {
    var byLocator: [String: [Pattern]] = [:]
    for (descriptor, locator) in resolutions.values {
      byLocator[locator, default: []].append(descriptor)
    }
    let hasConditions = packages.values.contains { $0.conditions != nil }
    let conditional = hasConditions ? BerryConditions(self).unconditional : []
    var solution = BerrySolution(
      lock: BerryLock(version: input.lockVersion, cacheKey: nil), unverified: [])
    for (locator, descriptors) in byLocator {
      guard let package = packages[locator] else { continue }
      let isOptional = package.conditions != nil && !conditional.contains(locator)
      let checksum =
        isOptional && input.dropsConditionalChecksums ? nil : checksums[locator]
      if checksum == nil, !package.isSoft, !isOptional {
        if let tarball = try tarball(of: package.locator) { solution.unverified.append(tarball) }
      }
      solution.lock.entries.append(
        BerryLock.Entry(descriptors: descriptors, package: package, checksum: checksum))
    }
    return solution
  }

  /// Returns the tarball from which a package's checksum is computed; nil if a patch is missing.
  private func tarball(of locator: Pattern) throws(Problem) -> BerryTarball? {
    if locator.range.hasPrefix("npm:") { return BerryTarball(locator: locator, source: locator) }
    guard let (patch, source) = patches[locator.description] else {
      throw Problem(
        .refused, "has no checksum in the lock, and isn't from a registry",
        subject: locator.description)
    }
    var tarball = BerryTarball(locator: locator, source: source, patch: patch)
    if patch.file == nil { return tarball }
    guard let proof = provenPatch(of: locator.name) else { return nil }
    tarball.proof = proof
    return tarball
  }
}

extension BerryInput {
  /// The format of the locks that the version of Yarn writes.
  var lockVersion: Int {
    if yarn.major == 3 { return 6 }
    return yarn >= Version(4, 15, 0) ? 10 : 8
  }
}

/// Finds the packages that are needed on every platform.
///
/// Walks the tree like Yarn (`applyVirtualResolutionMutations`): in the order of the descriptors,
/// without following a package twice, and those with peers last. A package with peers has a copy for
/// each set of packages that its peers are bound to. It never counts itself, since Yarn only counts
/// the copies.
struct BerryConditions {
  /// The locators that are reached without an optional dependency.
  private(set) var unconditional: Set<String>

  private let resolver: BerryResolver

  init(_ resolver: BerryResolver) {
    self.resolver = resolver
    unconditional = resolver.sources
    var walk = Walk()
    for member in resolver.input.members {
      let locator = member.package.locator.description
      walk.open.append(Step(locator: locator, isOptional: false, isTop: true))
      while let step = walk.open.popLast() { visit(step, &walk) }
    }
  }

  private struct Step {
    var locator: String
    var isOptional: Bool
    var isTop = false
    /// The locators that the peers are bound to, by name.
    var bindings: [String: String] = [:]

    /// Differs for copies with other bindings.
    var key: String {
      locator + bindings.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
    }
  }

  private struct Walk {
    var open: [Step] = []
    var seen: Set<String> = []
  }

  private mutating func visit(_ step: Step, _ walk: inout Walk) {
    guard let package = resolver.extended[step.locator] else { return }
    let hasPeers = !package.peerDependencies.isEmpty && !step.isTop
    if !step.isOptional, !hasPeers { unconditional.insert(step.locator) }
    // A copy of a member isn't the member itself, even if nothing provides its peers.
    guard walk.seen.insert(step.key + (hasPeers ? " copy" : "")).inserted else { return }
    let peers = Set(package.peerDependencies.map(\.name))
    var plain: [Step] = []
    var virtual: [Step] = []
    for descriptor in resolver.requests[step.locator] ?? [] {
      if peers.contains(descriptor.name), !step.isTop { continue }
      guard let locator = resolver.resolutions[descriptor.description]?.locator else { continue }
      var next = Step(
        locator: locator, isOptional: step.isOptional || package.isOptional(descriptor.name))
      guard let child = resolver.extended[locator], !child.peerDependencies.isEmpty else {
        plain.append(next)
        continue
      }
      next.bindings = bindings(of: child, below: step, package)
      virtual.append(next)
    }
    walk.open += (plain + virtual).reversed()
  }

  /// Binds the peers of a package to what its parent provides.
  private func bindings(
    of child: BerryPackage, below step: Step, _ parent: BerryPackage
  ) -> [String: String] {
    var result: [String: String] = [:]
    let names = child.peerDependencies.map(\.name)
    for name in names + names.compactMap(Self.types) {
      let own = (resolver.requests[step.locator] ?? []).first { $0.name == name }
      let isPeer = !step.isTop && parent.peerDependencies.contains { $0.name == name }
      if let own, !isPeer, let found = resolver.resolutions[own.description] {
        result[name] = found.locator
      } else if let bound = step.bindings[name] {
        result[name] = bound
      } else if parent.locator.name == name {
        result[name] = step.locator
      }
    }
    return result
  }

  /// The package with the types of a package, an optional peer wherever the package is one.
  private static func types(of name: String) -> String? {
    if name.hasPrefix("@types/") { return nil }
    return "@types/"
      + (name.hasPrefix("@") ? String(name.dropFirst()) : name)
      .replacing("/", with: "__")
  }
}
