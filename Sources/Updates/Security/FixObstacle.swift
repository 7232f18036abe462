package import Ecosystem

/// Why a vulnerable dependency gets no pull request that fixes it.
package enum FixObstacle: Hashable, Codable, Sendable {
  /// Every newer version is hit, too, or withdrawn.
  case noSafeVersion
  /// A rule of the repository's file, or of a person's comment, keeps the safe versions away.
  case rule(String)
  /// The project's toolchain cannot use the safe versions; the reason follows the version.
  case heldBack(reason: String)
  /// The others want versions that are hit; the problem names them.
  case conflict(Problem)
}

extension UpdateState {
  /// The rest of a sentence about a vulnerable dependency that stays so.
  static func words(
    _ advisories: [String], _ version: String?, _ obstacle: FixObstacle
  ) -> String {
    let hit = "hit by \(advisories.joined(separator: ", "))"
    let fix = version.map { "\($0) would fix it" } ?? "a newer version would fix it"
    switch obstacle {
    case .noSafeVersion: return "\(hit), and no newer version is free of it"
    case .rule(let rule): return "\(hit); \(fix) and is kept away by \(rule)"
    case .heldBack(let reason): return "\(hit); \(fix) and is held back: it \(reason)"
    case .conflict(let problem):
      let derivation = problem.explanation.prefix(3).joined(separator: " ")
      return "\(hit); \(fix) and cannot be had: \(problem.clause)"
        + (derivation.isEmpty ? "" : ". \(derivation)")
    }
  }
}

extension Problem {
  /// What is the matter with which, to follow a colon: messages are said of their subject.
  var clause: String { "\(subject ?? "the project") \(message)" }
}
