package import Ecosystem

/// The reason why no pull request fixes a vulnerable dependency.
package enum FixObstacle: Hashable, Codable, Sendable {
  /// Every newer version is affected too, or withdrawn.
  case noSafeVersion
  /// A rule of the configuration file, or a comment, excludes the fixed versions.
  case rule(String)
  /// The project's toolchain cannot use the fixed versions. The reason continues "it …".
  case heldBack(reason: String)
  /// Other dependencies require affected versions. The problem names them.
  case conflict(Problem)
}

extension UpdateState {
  /// The description of `unfixed`.
  static func unfixedText(
    _ advisories: [String], _ version: String?, _ obstacle: FixObstacle
  ) -> String {
    let affected = "affected by \(advisories.joined(separator: ", "))"
    let fix = version.map { "\($0) would fix it" } ?? "a newer version would fix it"
    switch obstacle {
    case .noSafeVersion: return "\(affected); no newer version fixes it"
    case .rule(let rule): return "\(affected); \(fix) but is excluded by \(rule)"
    case .heldBack(let reason): return "\(affected); \(fix) but is held back: it \(reason)"
    case .conflict(let problem):
      let derivation = problem.explanation.prefix(3).joined(separator: " ")
      return "\(affected); \(fix) but cannot be installed: \(problem.clause)"
        + (derivation.isEmpty ? "" : ". \(derivation)")
    }
  }
}

extension Problem {
  /// Subject and message as one clause.
  var clause: String { "\(subject ?? "the project") \(message)" }
}
