package import Ecosystem
package import JavaScript
package import Text

extension YarnSources {
  /// Reads a lock of either line.
  package static func copies(in lock: SourceText) throws(Problem) -> LockedCopies {
    let isBerry = lock.bytes.prefix(4096).contains("__metadata:".utf8)
    return try YarnLock(lock, of: isBerry ? .berry(Version(4, 0, 0)) : .classic).copies
  }

  /// Returns the packages of the present lock.
  package func copies() throws(Problem) -> LockedCopies {
    try lock.get()?.copies ?? LockedCopies()
  }

  /// Returns the package that the lock has for the range, else the newest one that the range allows.
  package func resolved(
    _ dependency: ManifestDependency, _ text: String, in manifest: ManifestFile,
    _ lock: LockedCopies
  ) -> LockedRequirement {
    let name = dependency.name
    let exact = [text, "npm:" + text, text.isEmpty ? "*" : text].lazy
      .compactMap { lock.copy(of: name, range: $0) }.first
    let found = exact ?? Self.fitting(text, lock.copies(of: name))
    return LockedRequirement(text.withoutProtocol, found)
  }

  /// Returns the newest copy that a range allows, else the newest one.
  private static func fitting(_ range: String, _ copies: [LockedCopy]) -> LockedCopy? {
    let spec = PackageSpec(range)
    return copies.last { copy in
      Version(copy.version, loose: true).map { spec.admits($0) } ?? false
    } ?? copies.last
  }
}

extension LockedCopies {
  /// Reads a lock of Yarn 1.
  init(_ lock: ClassicLock) {
    var copies: [LockedCopy] = []
    var dependencies: [[Pattern]] = []
    for (index, (patterns, entry)) in lock.entries.enumerated() {
      let own = patterns.filter { lock.index[$0] == index }.map { Pattern($0) }
      for name in Set(own.map(\.name)).sorted() {
        let ranges = own.filter { $0.name == name }.map(\.range)
        var copy = LockedCopy(name, version: entry.version)
        copy.ranges = Set(ranges)
        copy.address = entry.resolved
        copy.digest = entry.integrity
        switch ranges.first.map(ClassicRange.init) {
        case .registry: break
        case .alias(let package, _): copy.package = package
        default: copy.isRegistered = false
        }
        copies.append(copy)
        dependencies.append(entry.allDependencies)
      }
    }
    let links = dependencies
    self.init(copies) { copies, index in LockedLinks(links[index], copies) }
  }

  /// Reads a lock of Yarn 2 and later; folders are left out.
  init(_ lock: BerryLock) {
    var copies: [LockedCopy] = []
    var packages: [BerryPackage] = []
    var positions: [Pattern: Int] = [:]
    for entry in lock.entries where !entry.package.isSoft {
      let package = entry.package
      // A patched package has the version of its source.
      let isPatch = package.locator.range.hasPrefix("patch:")
      for name in Set(entry.descriptors.map(\.name)).sorted() {
        let own = entry.descriptors.filter { $0.name == name }
        for pattern in own { positions[pattern] = copies.count }
        var copy = LockedCopy(
          name, package: package.locator.name, version: package.version ?? "")
        copy.ranges = Set(own.map(\.range))
        copy.address = Self.address(package.locator.range)
        copy.isRegistered = package.locator.range.hasPrefix("npm:") || isPatch
        copies.append(copy)
        packages.append(package)
      }
    }
    let (links, known) = (packages, positions)
    self.init(copies, importers: Self.importers(lock, known)) { copies, index in
      let dependencies = links[index].dependencies.map {
        Pattern(name: $0.name, range: BerryRange.normalized($0.range))
      }
      return LockedLinks(dependencies, copies, peers: links[index].peerDependencies)
    }
  }

  private static func importers(
    _ lock: BerryLock, _ positions: [Pattern: Int]
  ) -> [String: [String: Int]] {
    var result: [String: [String: Int]] = [:]
    for entry in lock.entries where entry.package.isSoft {
      let range = entry.package.locator.range
      let folder = range.hasPrefix("workspace:") ? String(range.dropFirst(10)) : range
      for pattern in entry.package.dependencies {
        guard let index = positions[pattern] else { continue }
        result[folder, default: [:]][pattern.name] = index
      }
    }
    return result
  }

  /// The address of a repository, or the unconventional one of a tarball.
  private static func address(_ reference: String) -> String? {
    let plain = ["npm:", "workspace:", "link:", "portal:", "file:", "patch:", "virtual:"]
    guard plain.contains(where: reference.hasPrefix) else { return reference }
    // Searching is slow, and few references have parameters.
    guard reference.utf8.contains(UInt8(ascii: "=")),
      let start = reference.firstRange(of: "::")?.upperBound
    else { return nil }
    let parameters = reference[start...].split(separator: "&")
    guard let found = parameters.first(where: { $0.hasPrefix(archiveParameter) })
    else { return nil }
    let value = found.dropFirst(archiveParameter.count)
    return PercentEncoding.decode(String(value))
  }

  private static let archiveParameter = "__archiveUrl="
}

extension LockedLinks {
  fileprivate init(
    _ dependencies: [Pattern], _ copies: LockedCopies, peers: [Pattern] = []
  ) {
    self.init(
      dependencies.map { pattern in
        Link(
          pattern.name, pattern.range.withoutProtocol,
          target: copies.index(of: pattern.name, range: pattern.range))
      },
      peers: Dictionary(peers.map { ($0.name, $0.range.withoutProtocol) }) { first, _ in first })
  }
}
