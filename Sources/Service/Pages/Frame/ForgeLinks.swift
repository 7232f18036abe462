package import Forges

/// The web address of a forge, with the paths of its pages.
package struct ForgeWebsite: Sendable {
  /// Without a slash at its end.
  package var url: String
  /// The paths of repositories and pull requests.
  package var links: ForgeLinkShapes
  /// How texts refer to pull requests.
  package var text: ForgeText

  /// Combines an address with paths.
  package init(url: String, links: ForgeLinkShapes, text: ForgeText = ForgeText()) {
    self.url = url
    self.links = links
    self.text = text
  }
}

/// The pages of repositories and pull requests on forges.
struct ForgeLinks: Sendable {
  private let websites: [String: ForgeWebsite]
  private let texts: [String: ForgeText]

  /// Keeps the places, by the forges' names, that a browser can open.
  init(_ websites: [String: ForgeWebsite]) {
    texts = websites.mapValues(\.text)
    self.websites = websites.filter { _, website in
      website.url.hasPrefix("https://") || website.url.hasPrefix("http://")
    }
  }

  /// Returns the page of a repository; nil if its forge has none.
  func page(of repository: RepositoryID) -> String? {
    websites[repository.forge].map { $0.url + $0.links.repository(escaped(repository.name)) }
  }

  /// Returns the page of a pull request; nil if its forge has none.
  func pullRequest(_ number: Int, of repository: RepositoryID) -> String? {
    websites[repository.forge].map {
      $0.url + $0.links.pullRequest(number, escaped(repository.name))
    }
  }

  /// Returns the page of an issue; nil if its forge has none.
  func issue(_ number: Int, of repository: RepositoryID) -> String? {
    websites[repository.forge].flatMap { website in
      website.links.issue.map { website.url + $0(number, escaped(repository.name)) }
    }
  }

  /// Returns a reference to a pull request in the forge's format: `#7` or `!7`.
  func reference(_ number: Int, on forge: String) -> String {
    (texts[forge] ?? ForgeText()).reference(number)
  }

  /// Encodes the parts of a name, without a slash at the start.
  private func escaped(_ name: RepositoryName) -> String {
    String(address("\(name)").dropFirst())
  }
}

extension RepositoryID {
  /// The path of the repository's page.
  var page: String { address("repositories", forge, "\(name)") }

  /// Returns the path of a pull request's page.
  func page(ofPullRequest number: Int) -> String {
    address("pull-requests", forge, "\(name)", "\(number)")
  }
}
