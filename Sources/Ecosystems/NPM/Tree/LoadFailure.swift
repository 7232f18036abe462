import Ecosystem
import JavaScript

/// The reason why a registry has no package for an edge.
struct LoadFailure: Error {
  /// npm's error code: `ETARGET`, `E404`, `ENOVERSIONS`.
  var code: String
  /// The problem that is reported unless the dependency is optional.
  var problem: Problem

  /// The failure for a spec that does not ask a registry.
  static func unknown(_ spec: String) -> LoadFailure {
    LoadFailure(
      code: "E404",
      problem: Problem(.failed, "is not in the registry", subject: spec, unavailable: spec))
  }
}

extension LoadFailure {
  /// Converts a failed request.
  init(_ failure: LookUpFailure) {
    code = failure.reason == .notFound ? "E404" : "EFETCH"
    problem = failure.problem
  }

  /// Converts a failed choice of a version.
  init(_ failure: PickFailure, spec: String) {
    let message: String
    switch failure {
    case .noMatch: (code, message) = ("ETARGET", "matches no version in the registry")
    case .noVersions: (code, message) = ("ENOVERSIONS", "has no versions in the registry")
    case .forbidden(let reason):
      (code, message) = ("E403", "is withheld by the registry: \(reason)")
    case .notFromRegistry:
      self = .unknown(spec)
      return
    case .unreadable(let reason):
      (code, problem) = ("EJSONPARSE", reason)
      return
    }
    problem = Problem(.unsolvable, message, subject: spec)
  }
}
