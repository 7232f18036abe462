package import Ecosystem

/// Why the package for an edge could not be had from its registry.
struct LoadFailure {
  /// npm's code for it: `ETARGET`, `E404`, `ENOVERSIONS`.
  var code: String
  /// What is fatal of it, unless the dependency is optional.
  var problem: Problem

  /// Nothing that could be asked for.
  static func unknown(_ spec: String) -> LoadFailure {
    LoadFailure(code: "E404", problem: Problem(.failed, "is not in the registry", subject: spec))
  }
}
