package import Logging
import YAML

/// Access to the service's pages.
package struct PageSettings: Hashable, Sendable {
  /// The token that the pages require; nil if they are open.
  package var token: Secret?

  /// Creates settings for open pages.
  package init() {}
}

extension Shape where Value == PageSettings {
  static var pages: Shape {
    section(PageSettings(), [Key("token", \.token, .secret)])
  }
}
