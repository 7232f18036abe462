import Forges

@testable import Service

extension ForgeWebsite {
  /// A forge with pages such as `/acme/web/pull/7`.
  init(_ url: String) {
    self.init(
      url: url,
      links: ForgeLinkShapes(
        repository: { "/\($0)" }, pullRequest: { "/\($1)/pull/\($0)" },
        issue: { "/\($1)/issues/\($0)" }))
  }
}
