package import Logging
import YAML

/// Who may look at the service's own pages.
package struct PageSettings: Hashable, Sendable {
  /// Without which nothing is shown; nil: everybody who reaches the address may look.
  package var token: Secret?

  /// Starts with open pages.
  package init() {}
}

extension Shape where Value == PageSettings {
  static var pages: Shape {
    section(PageSettings(), [Key("token", \.token, .secret)])
  }
}
