import Actions
import Bun
import Bundler
import Carthage
import CocoaPods
import Compose
import DevContainers
import Docker
import Ecosystem
import Mint
import NPM
import Pnpm
import PreCommit
import References
import SwiftPM
import Yarn

/// The ecosystems that martlet serves: the only place outside their folders that names them.
///
/// Projects, reports and `martlet demo` follow this order. docs/add-an-ecosystem.md explains how to
/// add one.
let servedEcosystems = EcosystemCatalog(
  [
    .swift, .bundler, .npm, .pnpm, .yarn, .bun, .carthage, .cocoapods, .mint, .actions, .docker,
    .compose, .devContainers, .preCommit,
  ] + .references)
