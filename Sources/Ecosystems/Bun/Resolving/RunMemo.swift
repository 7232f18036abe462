import Ecosystem
import JavaScript

/// Keeps what the runs of one resolution read again and again: each run starts from the beginning when
/// documents were missing.
final class RunMemo {
  private struct Text: Hashable {
    var name: String
    var text: String
  }

  private var requirements: [Text: Requirement] = [:]
  private var packages: [String: Package] = [:]
  private var libraryNames: [String: Bool] = [:]
  private var old: Graph?

  /// Reads a requirement for a name.
  func requirement(_ name: String, _ text: String) -> Requirement {
    let key = Text(name: name, text: text)
    if let known = requirements[key] { return known }
    let requirement = Requirement(name, text)
    requirements[key] = requirement
    return requirement
  }

  /// Creates the package of a registry's version.
  ///
  /// - Throws: a `Problem`, as the initializer of the package does.
  func package(_ manifest: VersionManifest, of packument: Packument) throws(Problem) -> Package {
    let key = "\(packument.name)@\(manifest.key)"
    if let known = packages[key] { return known }
    let package = try Package(manifest, of: packument)
    packages[key] = package
    return package
  }

  /// Returns the graph of the present lock.
  ///
  /// - Throws: a refusal if a dependency has no entry.
  func graph(of lock: BunLock, file: String) throws(Problem) -> Graph {
    if let old { return old }
    let graph = try Graph(lock, file: file)
    old = graph
    return graph
  }

  /// Whether a name contains that of a C library's platform.
  func namesLibrary(_ name: String) -> Bool {
    if let known = libraryNames[name] { return known }
    let result = ["linux", "musl", "glibc"].contains(where: name.contains)
    libraryNames[name] = result
    return result
  }
}
