import Ecosystem
import JavaScript

/// Why the package for an edge could not be had from its registry.
struct LoadFailure: Error {
  /// npm's code for it: `ETARGET`, `E404`, `ENOVERSIONS`.
  var code: String
  /// What is fatal of it, unless the dependency is optional.
  var problem: Problem

  /// Nothing that could be asked for.
  static func unknown(_ spec: String) -> LoadFailure {
    LoadFailure(code: "E404", problem: Problem(.failed, "is not in the registry", subject: spec))
  }
}

extension LoadFailure {
  /// What a registry's refusal means for the tree.
  init(_ failure: LookUpFailure) {
    code = failure.reason == .notFound ? "E404" : "EFETCH"
    problem = failure.problem
  }

  /// What it means that none of the versions will do.
  init(_ failure: PickFailure, spec: String) {
    let message: String
    switch failure {
    case .noMatch: (code, message) = ("ETARGET", "matches no version that the registry has")
    case .noVersions: (code, message) = ("ENOVERSIONS", "has no versions in the registry")
    case .forbidden(let words):
      (code, message) = ("E403", "is kept back by the registry: \(words)")
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
