import TestSupport

/// Numbered packages with dependencies.
///
/// A package depends only on those with higher numbers.
///
/// The project depends on the first ones. As in real trees, most packages have a few dependencies
/// and dozens of versions. Some require an older major version than others do, so packages are
/// nested.
struct Universe: Sendable {
  /// A dependency of all versions of a package.
  struct Dependency: Sendable {
    var place: Int
    /// Whether it requires an older major version than the newest.
    var lags: Bool
    var isPeer: Bool
  }

  let packages: [[Dependency]]
  /// The number of direct dependencies of the project.
  let wanted: Int
  private let histories: [Int]

  init(count: Int) {
    var random = SeededGenerator(seed: 42)
    wanted = 10 + count / 25
    var packages = [[Dependency]](repeating: [], count: count)
    for place in wanted..<count {
      let parent = Int.random(in: place / 4..<place, using: &random)
      packages[parent].append(Dependency(place: place, lags: false, isPeer: false))
    }
    for place in 0..<count {
      for _ in 0..<Int.random(in: 0...3, using: &random) where place + 1 < count {
        let other = Int.random(in: place + 1..<count, using: &random)
        if packages[place].contains(where: { $0.place == other }) { continue }
        let dice = Int.random(in: 0..<100, using: &random)
        packages[place].append(Dependency(place: other, lags: dice < 6, isPeer: dice >= 97))
      }
    }
    self.packages = packages
    histories = (0..<count).map { _ in Int.random(in: 12...48, using: &random) }
  }

  /// Returns the name of a package.
  ///
  /// Every ninth has a scope.
  func name(_ place: Int) -> String {
    place % 9 == 4 ? "@bench/part-\(place)" : "package-\(place)"
  }

  func place(of name: String) -> Int? {
    let place = name.split(separator: "-").last.flatMap { Int($0) }
    return place.flatMap { packages.indices.contains($0) && self.name($0) == name ? $0 : nil }
  }

  /// Returns the number of versions of a package.
  func history(_ place: Int) -> Int { histories[place] }

  /// Returns the version with a number: four minor versions, then the next major version.
  func version(_ number: Int) -> String { "\(number / 12 + 1).\(number % 12 / 3).\(number % 3)" }

  /// Returns the requirement of version `number` on a dependency: the dependency's version from the
  /// same time.
  func requirement(_ dependency: Dependency, of place: Int, at number: Int) -> String {
    let age = Double(number + 1) / Double(history(place))
    let newest = Int(age * Double(history(dependency.place))) - 1
    let required = max(0, dependency.lags ? newest - 12 : newest)
    return "^\(version(required / 3 * 3))"
  }
}
