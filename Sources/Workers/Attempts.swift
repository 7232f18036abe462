#if DEBUG
  private import CIsolation
  import Libc

  /// Tries what a worker must not do; not part of release builds.
  ///
  /// - Parameters:
  ///   - parent: the process number of the parent.
  ///   - file: a file that no worker needs.
  /// - Returns: by name `was refused: …` or `succeeded`.
  package func attempts(at parent: Int32, file: String) -> [(name: String, outcome: String)] {
    var result: [(String, String)] = []
    while let name = martlet_attempt_name(Int32(result.count)) {
      let code = martlet_attempt(Int32(result.count), parent, file)
      let outcome = code == 0 ? "succeeded" : "was refused: \(String(cString: strerror(code)))"
      result.append((String(cString: name), outcome))
    }
    return result
  }
#endif
