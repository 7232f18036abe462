import TestSupport

/// Numbered packages with dependencies.
///
/// A package depends only on those with higher numbers.
///
/// The project depends on the first ones. As in real trees, most packages have a few dependencies
/// and dozens of versions. Some require an older major version than others do, so packages are
/// nested.
///
/// Peers are of two kinds. In the tree of one project, any package may have any other as a peer. In a
/// workspace, the first packages are frameworks, as React and webpack are in real ones: every member
/// depends on all of them, they have no dependencies, and one in 23 other packages has them as peers.
struct Universe: Sendable {
  /// A dependency of all versions of a package.
  struct Dependency: Sendable {
    var index: Int
    /// Whether it requires an older major version than the newest.
    var lags: Bool
    var isPeer: Bool
  }

  let packages: [[Dependency]]
  /// The number of direct dependencies of the project.
  let wanted: Int
  /// The number of frameworks.
  let frameworks: Int
  private let histories: [Int]

  /// Generates packages.
  ///
  /// - Parameters:
  ///   - count: the number of packages.
  ///   - frameworks: how many of the first packages are frameworks; 0 for peers anywhere.
  init(count: Int, frameworks: Int = 0) {
    var random = SeededGenerator(seed: 42)
    self.frameworks = frameworks
    wanted = 10 + count / 25
    var packages = [[Dependency]](repeating: [], count: count)
    for index in wanted..<count {
      let parent = Int.random(in: index / 4..<index, using: &random)
      packages[parent].append(Dependency(index: index, lags: false, isPeer: false))
    }
    for index in 0..<count {
      for _ in 0..<Int.random(in: 0...3, using: &random) where index + 1 < count {
        let other = Int.random(in: index + 1..<count, using: &random)
        if packages[index].contains(where: { $0.index == other }) { continue }
        let dice = Int.random(in: 0..<100, using: &random)
        packages[index].append(Dependency(index: other, lags: dice < 6, isPeer: dice >= 97))
      }
    }
    self.packages = frameworks > 0 ? Self.plugging(packages, into: frameworks) : packages
    histories = (0..<count).map { _ in Int.random(in: 12...48, using: &random) }
  }

  /// Replaces all peers by those of plug-ins: every 23rd package has a framework as a peer, and half of
  /// them another one.
  private static func plugging(
    _ packages: [[Dependency]], into frameworks: Int
  ) -> [[Dependency]] {
    packages.enumerated().map { index, dependencies in
      if index < frameworks { return [] }
      let kept = dependencies.filter { !$0.isPeer && $0.index >= frameworks }
      guard index % 23 == 11 else { return kept }
      let peers = index % 2 == 0 ? [index, index + 1] : [index]
      return kept
        + peers.map { Dependency(index: $0 % frameworks, lags: false, isPeer: true) }
    }
  }

  /// Returns the name of a package.
  ///
  /// Every ninth has a scope.
  func name(_ index: Int) -> String {
    index % 9 == 4 ? "@bench/part-\(index)" : "package-\(index)"
  }

  func index(of name: String) -> Int? {
    let index = name.split(separator: "-").last.flatMap { Int($0) }
    return index.flatMap { packages.indices.contains($0) && self.name($0) == name ? $0 : nil }
  }

  /// Returns the number of versions of a package.
  func history(_ index: Int) -> Int { histories[index] }

  /// Returns the version with a number: four minor versions, then the next major version.
  func version(_ number: Int) -> String { "\(number / 12 + 1).\(number % 12 / 3).\(number % 3)" }

  /// Returns the requirement of version `number` on a dependency: the dependency's version from the
  /// same time.
  func requirement(_ dependency: Dependency, of index: Int, at number: Int) -> String {
    if dependency.isPeer, frameworks > 0 { return "^1.0.0 || ^2.0.0 || ^3.0.0 || ^4.0.0" }
    let age = Double(number + 1) / Double(history(index))
    let newest = Int(age * Double(history(dependency.index))) - 1
    let required = max(0, dependency.lags ? newest - 12 : newest)
    return "^\(version(required / 3 * 3))"
  }
}
