import Actions
import Bundler
import Carthage
import CocoaPods
import Compose
import Docker
import Ecosystem
import NPM
import SwiftPM
import Yarn

/// The ecosystems as configured in the program.
let ecosystems = EcosystemCatalog([
  .swift, .bundler, .npm, .yarn, .carthage, .cocoapods, .actions, .docker, .compose,
])
