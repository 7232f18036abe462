import Bun
import Bundler
import Carthage
import CocoaPods
package import Ecosystem
import GitSubmodules
import NPM
import Pnpm
import References
import SwiftPM
import Yarn

extension [EcosystemDescription] {
  /// The ecosystems that martlet serves: the only place outside their folders that names them.
  ///
  /// Projects, reports and `martlet demo` follow this order. docs/add-an-ecosystem.md explains how to
  /// add one.
  package static let served: [EcosystemDescription] =
    [
      .swift, .bundler, .npm, .pnpm, .yarn, .bun, .carthage, .cocoapods, .gitSubmodules,
    ] + references
}

extension EcosystemCatalog {
  /// The catalog of all ecosystems that martlet serves.
  package static let served = EcosystemCatalog(.served)
}
