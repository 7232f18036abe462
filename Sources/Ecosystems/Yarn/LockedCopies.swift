import Ecosystem
import JavaScript

/// A version of a package in a lock of either format.
struct LockedCopy: Hashable {
  /// The name in manifests, which for an alias differs from `package`.
  var name: String
  /// The registry's name.
  var package: String
  var version: String
  /// The ranges that resolve to it, as the lock writes them.
  var ranges: Set<String>
  /// The address of the tarball; nil if the lock has none.
  var address: String?
  /// The digest; nil if the lock has none.
  var digest: String?
  /// What it depends on, optional dependencies too.
  var dependencies: [Pattern] = []
  /// The ranges of its peers.
  var peers: [Pattern] = []
  /// Whether it comes from a registry.
  var isRegistered = true
}

/// The packages of a lock of either format.
struct LockedCopies {
  let all: [LockedCopy]
  private let byRange: [Pattern: Int]
  private let byName: [String: [Int]]

  init(_ copies: [LockedCopy]) {
    all = copies
    var byRange: [Pattern: Int] = [:]
    var byName: [String: [Int]] = [:]
    for (index, copy) in copies.enumerated() {
      byName[copy.name, default: []].append(index)
      for range in copy.ranges { byRange[Pattern(name: copy.name, range: range)] = index }
    }
    self.byRange = byRange
    self.byName = byName
  }

  /// The names, without order.
  var names: Set<String> { Set(byName.keys) }

  /// Returns the copies of a name, oldest first.
  func copies(of name: String) -> [LockedCopy] {
    (byName[name] ?? []).map { all[$0] }.sorted { left, right in
      switch (Version(left.version, loose: true), Version(right.version, loose: true)) {
      case (let left?, let right?): left < right
      case (nil, _?): true
      case (_?, nil): false
      case (nil, nil): left.version < right.version
      }
    }
  }

  /// Returns the copy that a range resolves to.
  func copy(for pattern: Pattern) -> LockedCopy? { byRange[pattern].map { all[$0] } }

  /// Returns the ranges that packages ask for, by name: each once, sorted.
  var bounds: [String: [String]] {
    var found: [String: Set<String>] = [:]
    for copy in all {
      for pattern in copy.dependencies + copy.peers {
        found[pattern.name, default: []].insert(pattern.range.withoutProtocol)
      }
    }
    return found.mapValues { $0.sorted() }
  }

  /// Returns the names of the direct and indirect dependencies of all copies of a name.
  func dependencies(of name: String) -> Set<String> {
    var result: Set<String> = []
    var open = [name]
    while let next = open.popLast() {
      for index in byName[next] ?? [] {
        for dependency in all[index].dependencies
        where result.insert(dependency.name).inserted { open.append(dependency.name) }
      }
    }
    result.remove(name)
    return result
  }
}

extension String {
  /// A range of a registry without `npm:`, which newer locks put before it.
  var withoutProtocol: String {
    guard hasPrefix("npm:"), !dropFirst(5).contains("@") else { return self }
    return String(dropFirst(4))
  }
}

extension LockedCopies {
  /// Reads a lock of Yarn 1.
  init(_ lock: ClassicLock) {
    var copies: [LockedCopy] = []
    for (index, (patterns, entry)) in lock.entries.enumerated() {
      let own = patterns.filter { lock.index[$0] == index }.map { Pattern($0) }
      for name in Set(own.map(\.name)).sorted() {
        let ranges = own.filter { $0.name == name }.map(\.range)
        var copy = LockedCopy(
          name: name, package: name, version: entry.version, ranges: Set(ranges))
        copy.address = entry.resolved
        copy.digest = entry.integrity
        copy.dependencies = entry.allDependencies
        switch ranges.first.map(ClassicRange.init) {
        case .registry: break
        case .alias(let package, _): copy.package = package
        default: copy.isRegistered = false
        }
        copies.append(copy)
      }
    }
    self.init(copies)
  }
}
