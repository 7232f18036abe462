import Ecosystem
import SwiftSources
import Text

/// The differences between versions of SwiftPM in the pins that they choose.
///
/// The format of `Package.resolved` isn't one of them: every version writes the format for the
/// lowest tools version among the root manifests, 1 below 5.6, 2 from 5.6 and 3 above 5.9. Xcode
/// writes 2 from 13.3 and 3 from 15.3; its locks keep their format.
///
/// Sources: `PubGrubDependencyResolver.swift`, `PinsStore.swift`, `Manifest.swift` and
/// `SourceControlPackageContainer.swift` of swift-package-manager at the tags swift-5.6-RELEASE to
/// swift-6.3.1-RELEASE.
struct SwiftDialect: Hashable, Sendable {
  private let tools: ToolsVersion

  init(_ tools: ToolsVersion) {
    self.tools = tools
  }

  /// The newest version that is modeled.
  private static let newest = ToolsVersion(6, 3)

  /// Whether the rules of this SwiftPM are known here.
  ///
  /// 5.6 walks root dependencies in the order of a dictionary, so ties have different results from
  /// run to run. The order of 5.7 is one of these, and nothing else differs. 5.5 has another parser
  /// for tags: it ignores those with two numbers, and build metadata makes versions differ.
  var isModeled: Bool {
    tools >= ToolsVersion(5, 6)
      && (tools.major, tools.minor) <= (Self.newest.major, Self.newest.minor)
  }

  /// Whether packages without prereleases are decided first.
  ///
  /// Since 6.0: "Narrow down cases when pre-release decisions are marked invalid" (7799).
  var decidesReleasesFirst: Bool { tools >= ToolsVersion(6, 0) }

  /// Refuses to write a lock for a version that isn't modeled.
  func requireModeled(_ swift: SwiftTools, _ lock: String) throws(Problem) {
    guard !isModeled else { return }
    throw Problem(
      .refused, "is a version of SwiftPM that is not supported: no lock is written for it",
      subject: "Swift \(swift.shown)", at: .init(file: lock, line: 1, column: 1),
      advice: swift.origin.map { "\($0) names this version; locks are written for 5.6 to 6.3" })
  }
}
