import Ecosystem
import Synchronization

/// The packages of a lock.
///
/// Every tool's lock becomes such a list. What the tools do alike is written for it: which dependencies a
/// project has, what an update moves, why a version is locked.
package struct LockedCopies: Sendable {
  /// The copies, in the order in which sentences name them.
  package let all: [LockedCopy]
  /// The copies of the dependencies of each manifest, by its folder from the root and by name; empty if the
  /// lock doesn't have manifests.
  package let importers: [String: [String: Int]]
  /// The names under which only manifests know a copy.
  let aliases: [String: Set<Int>]
  private let byName: [String: [Int]]
  private let byRange: [LockedRange: Int]
  private let read: @Sendable (LockedCopies, Int) -> LockedLinks
  private let links: Memo<[LockedLinks]>
  private let dependents = Memo { (copies: LockedCopies) in copies.linksByName }

  /// Collects the packages of a lock.
  ///
  /// - Parameters:
  ///   - copies: the packages.
  ///   - importers: the copies of each manifest's dependencies, if the lock has them.
  ///   - links: returns what a copy depends on, by its position in `copies`.
  package init(
    _ copies: [LockedCopy] = [], importers: [String: [String: Int]] = [:],
    links: @escaping @Sendable (LockedCopies, Int) -> LockedLinks = { _, _ in LockedLinks() }
  ) {
    all = copies
    self.importers = importers
    read = links
    self.links = Memo { copies in copies.all.indices.map { links(copies, $0) } }
    var byName: [String: [Int]] = [:]
    var byRange: [LockedRange: Int] = [:]
    for (index, copy) in copies.enumerated() {
      byName[copy.name, default: []].append(index)
      for range in copy.ranges { byRange[LockedRange(name: copy.name, range: range)] = index }
    }
    var aliases: [String: Set<Int>] = [:]
    for (name, index) in importers.values.joined() where copies[index].name != name {
      aliases[name, default: []].insert(index)
    }
    for (name, indices) in aliases { byName[name, default: []] += indices.sorted() }
    self.aliases = aliases
    self.byName = byName
    self.byRange = byRange
  }

  /// The key of the root's manifest in `importers`: `.` in locks of pnpm and Yarn.
  var rootImporter: String { importers.keys.contains(".") ? "." : "" }

  /// Whether the copies are folders in `node_modules`.
  var isTree: Bool { all.first?.location != nil }

  /// The names of the packages, without order; those that are only aliases in manifests are missing.
  package var names: Set<String> { Set(all.map(\.name)) }

  /// Whether a name has a copy.
  package func contains(_ name: String) -> Bool { byName[name] != nil }

  /// Whether a copy of a name fulfils a condition.
  func contains(_ name: String, where isFound: (LockedCopy) -> Bool) -> Bool {
    byName[name]?.contains { isFound(all[$0]) } ?? false
  }

  /// Returns the copies of a name, oldest first; versions that semver can't parse come last.
  package func copies(of name: String) -> [LockedCopy] { indices(of: name).map { all[$0] } }

  /// Returns the versions of a name, each once, oldest first.
  package func versions(of name: String) -> [String] {
    copies(of: name).map(\.version).withoutRepetitions
  }

  /// Returns the copy that a name alone means.
  package func usual(of name: String) -> LockedCopy? {
    copies(of: name).reversed().min { $0.distance < $1.distance }
  }

  /// Returns the copy that a range of a name resolves to, by the text of the lock.
  package func copy(of name: String, range: String) -> LockedCopy? {
    index(of: name, range: range).map { all[$0] }
  }

  /// Returns the position of the copy that a range of a name resolves to.
  package func index(of name: String, range: String) -> Int? {
    byRange[LockedRange(name: name, range: range)]
  }

  /// Returns the position of a copy.
  func index(of copy: LockedCopy) -> Int? { byName[copy.name]?.first { all[$0] == copy } }

  func indices(of name: String) -> [Int] {
    guard let indices = byName[name], indices.count > 1 else { return byName[name] ?? [] }
    return indices.map { ($0, all[$0].semver) }.sorted { left, right in
      switch (left.1, right.1) {
      case (let old?, let new?): old < new || old == new && left.0 < right.0
      case (_?, nil): true
      case (nil, _?): false
      case (nil, nil): left.0 < right.0
      }
    }.map(\.0)
  }

  /// What a copy depends on; reads all copies, for walks over the lock.
  func links(of index: Int) -> LockedLinks { links.value(for: self)[index] }

  /// The peers of a copy by name; reads no other one.
  func peers(of index: Int) -> [String: String] { read(self, index).peers }

  /// Returns the positions of the copies that depend on a name, with what they ask for.
  func dependents(of name: String) -> [(parent: Int, link: LockedLinks.Link)] {
    dependents.value(for: self)[name] ?? []
  }

  private var linksByName: [String: [(parent: Int, link: LockedLinks.Link)]] {
    var result: [String: [(parent: Int, link: LockedLinks.Link)]] = [:]
    for index in all.indices {
      for link in links(of: index).dependencies {
        result[link.name, default: []].append((index, link))
      }
    }
    return result
  }

  /// Returns the positions of the copies that a dependency can resolve to.
  func targets(of link: LockedLinks.Link) -> [Int] {
    link.target.map { [$0] } ?? byName[link.name] ?? []
  }
}

/// A range of a name.
private struct LockedRange: Hashable {
  var name: String
  var range: String
}

/// A part of a lock that few operations need, computed on first use.
private final class Memo<Value: Sendable>: Sendable {
  private let make: @Sendable (LockedCopies) -> Value
  private let known = Mutex<Value?>(nil)

  init(_ make: @escaping @Sendable (LockedCopies) -> Value) {
    self.make = make
  }

  func value(for copies: LockedCopies) -> Value {
    if let value = known.withLock({ $0 }) { return value }
    let value = make(copies)
    known.withLock { $0 = value }
    return value
  }
}
