internal import Glibc

/// A program that is built beside the bundle of the tests.
package enum BuiltProgram {
  /// Its path; its bare name where it was not built.
  package static func path(_ name: String) -> String {
    guard let bundle = realpath(CommandLine.arguments[0], nil) else { return name }
    defer { free(bundle) }
    var folders = String(cString: bundle).split(separator: "/").dropLast()
    while !folders.isEmpty {
      let candidate = "/" + folders.joined(separator: "/") + "/" + name
      if access(candidate, X_OK) == 0, !isFolder(candidate) { return candidate }
      folders = folders.dropLast()
    }
    return name
  }

  private static func isFolder(_ path: String) -> Bool {
    opendir(path).map { closedir($0) == 0 } ?? false
  }
}
