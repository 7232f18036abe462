import Forges
import Store
import Time

extension RepositoryPass {
  /// Detects the repository's own style of titles from its commits.
  ///
  /// The newest hundred commits are requested only if the base has moved and a pull request is to be
  /// opened. Otherwise the saved style is used, so that open pull requests keep their titles.
  func houseStyle(of checkout: Checkout, isOpening: Bool) async throws -> TitleStyle {
    let name = "style \(forge.id(of: checkout.base.repository)) \(checkout.branch)"
    let known = try await world.store.content(name).flatMap(DetectedStyle.init(bytes:))
    if let known, known.head == checkout.head || !isOpening { return known.style }
    let commits = try await forge.commits(
      on: checkout.branch, limit: 100, in: checkout.base.repository)
    let detected = DetectedStyle(head: checkout.head, style: HouseStyle(commits).title)
    try await world.store.keep(detected.bytes, as: name, now: world.now())
    return detected.style
  }
}

/// A detected style with its commit, in the format of the state: one value per line.
struct DetectedStyle: Hashable {
  var head: String
  var style: TitleStyle

  init(head: String, style: TitleStyle) {
    self.head = head
    self.style = style
  }

  init?(bytes: [UInt8]) {
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count == 4 else { return nil }
    head = lines[0]
    style = TitleStyle(
      prefix: lines[1].isEmpty ? nil : lines[1], includesScope: lines[2] == "scope",
      capitalizes: lines[3] == "capital")
  }

  var bytes: [UInt8] {
    let lines = [
      head, style.prefix ?? "", style.includesScope ? "scope" : "",
      style.capitalizes ? "capital" : "",
    ]
    return Array(lines.joined(separator: "\n").utf8)
  }
}
