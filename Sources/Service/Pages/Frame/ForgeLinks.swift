package import Forges

/// The web address of a forge, with the paths of its pages.
package struct ForgePlace: Sendable {
  /// Without a slash at its end.
  package var url: String
  /// The paths of repositories and pull requests.
  package var links: ForgeLinkShapes

  /// Combines an address with paths.
  package init(url: String, links: ForgeLinkShapes) {
    self.url = url
    self.links = links
  }
}

/// The pages of repositories and pull requests on forges.
struct ForgeLinks: Sendable {
  private let places: [String: ForgePlace]

  /// Keeps the places, by the forges' names, that a browser can open.
  init(_ places: [String: ForgePlace]) {
    self.places = places.filter { _, place in
      place.url.hasPrefix("https://") || place.url.hasPrefix("http://")
    }
  }

  /// Returns the page of a repository; nil if its forge has none.
  func repository(_ name: String, on forge: String) -> String? {
    places[forge].map { $0.url + $0.links.repository(escaped(name)) }
  }

  /// Returns the page of a pull request; nil if its forge has none.
  func pullRequest(_ number: Int, of name: String, on forge: String) -> String? {
    places[forge].map { $0.url + $0.links.pullRequest(number, escaped(name)) }
  }

  /// Encodes the parts of a name, without a slash at the start.
  private func escaped(_ name: String) -> String { String(address(name).dropFirst()) }
}
