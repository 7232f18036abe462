import Configuration
import Ecosystem
import Versioning

extension CandidateSet {
  /// Leaves out the candidates of later majors than the next one, if the entry climbs one at a time.
  ///
  /// Versions without a number at the start stay, because their major isn't known.
  mutating func climb(_ policy: Policy, _ rules: RuleBook) {
    let applied = rules.applied(to: dependency, candidates.first, facts)
    let majors = applied.setting(\.majors).value ?? policy.majors
    guard majors == .oneAtATime else { return }
    let numbers = candidates.filter { $0.step == .major }.compactMap { Self.major(of: $0.version) }
    guard let next = numbers.min() else { return }
    let later = candidates.filter { release in
      release.step == .major && (Self.major(of: release.version) ?? next) > next
    }
    guard let newest = later.first else { return }
    let versions = Set(later.map(\.version))
    candidates.removeAll { versions.contains($0.version) }
    held =
      held
      ?? .waiting(
        version: newest.version, reason: "'major: one-at-a-time' proposes \(next).x first")
  }

  /// The first number of a version: 2 for `v2.1.0`; nil if it doesn't start with one.
  private static func major(of version: String) -> Int? {
    let bare = version.first == "v" || version.first == "V" ? version.dropFirst() : version[...]
    return Int(bare.prefix { ("0"..."9").contains($0) })
  }
}
