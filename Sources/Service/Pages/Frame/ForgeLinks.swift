/// The web pages of repositories and pull requests on their forges.
struct ForgeLinks: Sendable {
  /// The web addresses by the forges' names, without a trailing slash.
  private let places: [String: String]

  /// Creates links from the addresses that a browser can open.
  init(_ places: [String: String]) {
    self.places = places.filter { $0.value.hasPrefix("https://") || $0.value.hasPrefix("http://") }
  }

  /// Returns the page of a repository; nil if its forge has none.
  func repository(_ name: String, on forge: String) -> String? {
    places[forge].map { $0 + address(name) }
  }

  /// Returns the page of a pull request; nil if its forge has none.
  func pullRequest(_ number: Int, of name: String, on forge: String) -> String? {
    repository(name, on: forge).map { "\($0)/pull/\(number)" }
  }
}
