package import Ecosystem
package import Versioning
import YAML

/// Ceilings that no repository's file goes above.
package struct Limits: Hashable, Sendable {
  /// The ecosystems that are served at all.
  package var ecosystems = EcosystemName.allCases
  /// Open pull requests of an entry; nil: as many as the entry says.
  package var openPullRequests: Int?
  /// The steps that may merge by themselves; empty: none.
  package var automerge = Set(Step.allCases)
  /// The shortest cooldown, in days.
  package var cooldownDays = 0
  /// Repositories of a forge that the service visits at a time.
  package var concurrency = 8
  /// What the process of a visit may hold in memory.
  package var memory = ByteCount(512 << 20)
  /// CPU time of a visit.
  package var cpu = TimeSpan(seconds: 300)

  /// Starts from ceilings that nothing meets.
  package init() {}
}

extension Shape where Value == Limits {
  static var limits: Shape {
    section(
      Limits(),
      [
        Key("ecosystems", \.ecosystems, .list(of: .word)),
        Key("open-pull-requests", \.openPullRequests, .integer(0...1000)),
        Key("automerge", \.automerge, .steps),
        Key("cooldown-days", \.cooldownDays, .integer(0...90)),
        Key("concurrency", \.concurrency, .integer(1...100)),
        Key("memory", \.memory, .memory), Key("cpu", \.cpu, .timeSpan),
      ])
  }
}
