/// Where people look at repositories and pull requests of forges.
struct ForgeLinks: Sendable {
  /// Web addresses by the forges' names, without a slash at their end.
  private let places: [String: String]

  /// Takes those that a browser can open.
  init(_ places: [String: String]) {
    self.places = places.filter { $0.value.hasPrefix("https://") || $0.value.hasPrefix("http://") }
  }

  /// The page of a repository; nil where its forge has none.
  func repository(_ name: String, on forge: String) -> String? {
    places[forge].map { $0 + address(name) }
  }

  /// The page of a pull request; nil where its forge has none.
  func pullRequest(_ number: Int, of name: String, on forge: String) -> String? {
    repository(name, on: forge).map { "\($0)/pull/\(number)" }
  }
}
