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

/// The ecosystems as configured in the program.
let ecosystems = EcosystemCatalog(
  [
    .swift, .bundler, .npm, .pnpm, .yarn, .bun, .carthage, .cocoapods, .mint, .actions, .docker,
    .compose, .devContainers, .preCommit,
  ] + .references)
