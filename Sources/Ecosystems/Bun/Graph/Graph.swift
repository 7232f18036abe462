import JavaScript

/// The packages of a project and their edges; the root is the first package.
struct Graph: Sendable {
  private(set) var packages: [Package] = []
  /// The indices by label.
  private var byLabel: [String: Int] = [:]
  /// The registry's packages by name, the highest version first.
  private var byName: [String: [Int]] = [:]
  /// The packages that the registry offered for an edge that took another one.
  private var untaken: Set<Int> = []

  /// The index of the root.
  static let root = 0

  subscript(index: Int) -> Package {
    get { packages[index] }
    _modify { yield &packages[index] }
  }

  /// Adds a package, unless the graph has it.
  ///
  /// - Returns: its index.
  @discardableResult
  mutating func add(_ package: Package) -> Int {
    let label = package.label
    if let known = byLabel[label] { return known }
    let index = packages.count
    packages.append(package)
    byLabel[label] = index
    if package.isRegistered, let version = package.version {
      var list = byName[package.name] ?? []
      let position = list.firstIndex { other in
        packages[other].version.map { $0 < version } ?? false
      }
      list.insert(index, at: position ?? list.endIndex)
      byName[package.name] = list
    }
    return index
  }

  /// Returns the index of a package by its label.
  func index(of label: String) -> Int? { byLabel[label] }

  /// Returns the registry's packages with a name, the highest version first; not those that no edge took.
  func versions(of name: String) -> [Int] {
    let all = byName[name] ?? []
    return untaken.isEmpty ? all : all.filter { !untaken.contains($0) }
  }

  /// Counts a package among the versions of its name.
  mutating func take(_ package: Int) { untaken.remove(package) }

  /// Leaves a package out of the versions of its name until an edge takes it.
  mutating func leave(_ package: Int) { untaken.insert(package) }

  /// The indices of the members, sorted by name.
  var members: [Int] {
    packages.indices.filter { index in
      if case .member = packages[index].source { true } else { false }
    }.sorted { packages[$0].name.precedesInBytes(packages[$1].name) }
  }

  /// Returns the packages that the root reaches, possibly also through optional peers and bundles.
  func reachable(throughOptionalPeers: Bool, throughBundles: Bool = true) -> Set<Int> {
    var result: Set<Int> = [Self.root]
    var open = [Self.root]
    while let next = open.popLast() {
      for edge in packages[next].edges {
        guard let target = edge.target, throughOptionalPeers || !edge.isOptionalPeer,
          throughBundles || !edge.isBundled
        else { continue }
        if result.insert(target).inserted { open.append(target) }
      }
    }
    return result
  }
}
