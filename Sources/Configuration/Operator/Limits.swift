package import Ecosystem
package import Versioning
import YAML

/// Limits that apply to every repository's file.
package struct Limits: Hashable, Sendable {
  /// The ecosystems that are served; nil: all.
  package var ecosystems: [EcosystemSelection]?
  /// The maximum number of open pull requests of an entry; nil: no limit.
  package var openPullRequests: Int?
  /// The limits of each repository, for all of its entries together.
  package var repository = OpenLimits()
  /// The steps that may be merged automatically; empty: none.
  package var automerge = Set(Step.allCases)
  /// The minimum cooldown in days.
  package var cooldownDays = 0
  /// Whether entries may have the sources of repositories compared with new versions.
  package var impact = ImpactMode.on
  /// The number of a forge's repositories that the service visits concurrently.
  package var concurrency = 8
  /// The maximum memory of a visit's process.
  package var memory = ByteCount(512 << 20)
  /// The maximum memory of all visits' processes together; nil: derived from the control group.
  package var memoryTotal: ByteCount?
  /// The maximum CPU time of a visit.
  package var cpu = TimeSpan(seconds: 300)

  /// Creates limits that restrict nothing.
  package init() {}
}

extension Shape where Value == Limits {
  static func limits(_ ecosystems: EcosystemCatalog) -> Shape {
    section(
      Limits(),
      OpenLimits.keys(\.repository) + [
        Key("ecosystems", \.ecosystems, .list(of: .ecosystem(ecosystems))),
        Key("open-pull-requests", \.openPullRequests, .integer(0...1000)),
        Key("automerge", \.automerge, .steps),
        Key("cooldown-days", \.cooldownDays, .integer(0...90)),
        Key("impact", \.impact, .word),
        Key("concurrency", \.concurrency, .integer(1...100)),
        Key("memory", \.memory, .memory), Key("memory-total", \.memoryTotal, .memory),
        Key("cpu", \.cpu, .timeSpan),
      ])
  }
}
