import TestSupport

/// Packages by number, and who needs whom: a package needs only those of higher numbers.
///
/// The first ones are wanted by the project itself. As in real trees, most have a few dependencies
/// and dozens of versions, and some need an older major version than the others do, so that
/// packages nest.
struct Universe: Sendable {
  /// A wish of all versions of a package for another.
  struct Need: Sendable {
    var place: Int
    /// Wishes for an older major version than the newest.
    var lags: Bool
    var isPeer: Bool
  }

  let packages: [[Need]]
  /// How many packages the project wants itself.
  let wanted: Int
  private let histories: [Int]

  init(count: Int) {
    var random = SeededGenerator(seed: 42)
    wanted = 10 + count / 25
    var packages = [[Need]](repeating: [], count: count)
    for place in wanted..<count {
      let parent = Int.random(in: place / 4..<place, using: &random)
      packages[parent].append(Need(place: place, lags: false, isPeer: false))
    }
    for place in 0..<count {
      for _ in 0..<Int.random(in: 0...3, using: &random) where place + 1 < count {
        let other = Int.random(in: place + 1..<count, using: &random)
        if packages[place].contains(where: { $0.place == other }) { continue }
        let dice = Int.random(in: 0..<100, using: &random)
        packages[place].append(Need(place: other, lags: dice < 6, isPeer: dice >= 97))
      }
    }
    self.packages = packages
    histories = (0..<count).map { _ in Int.random(in: 12...48, using: &random) }
  }

  /// Every ninth belongs to a scope.
  func name(_ place: Int) -> String {
    place % 9 == 4 ? "@bench/part-\(place)" : "package-\(place)"
  }

  func place(of name: String) -> Int? {
    let place = name.split(separator: "-").last.flatMap { Int($0) }
    return place.flatMap { packages.indices.contains($0) && self.name($0) == name ? $0 : nil }
  }

  /// How many versions a package has.
  func history(_ place: Int) -> Int { histories[place] }

  /// The version with a number: four minor ones, then the next major one.
  func version(_ number: Int) -> String { "\(number / 12 + 1).\(number % 12 / 3).\(number % 3)" }

  /// What version `number` of a package writes for a need: the need's version of the same days.
  func requirement(_ need: Need, of place: Int, at number: Int) -> String {
    let age = Double(number + 1) / Double(history(place))
    let newest = Int(age * Double(history(need.place))) - 1
    let wished = max(0, need.lags ? newest - 12 : newest)
    return "^\(version(wished / 3 * 3))"
  }
}
