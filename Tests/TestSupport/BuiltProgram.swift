internal import Libc

/// A program that is built together with the tests.
package enum BuiltProgram {
  /// Returns the path of a program, or just its name if it was not built.
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
