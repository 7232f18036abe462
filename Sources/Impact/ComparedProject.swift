package import Ecosystem

/// A project whose ecosystem can list the interface of a package version.
///
/// An ecosystem without it has no impact reports: they say that the answer is unknown.
package protocol ComparedProject: OpenProject {
  /// How the repository's sources use packages.
  var useScanner: UseScanner { get }

  /// Returns the modules by which other code imports a package.
  ///
  /// - Parameters:
  ///   - dependency: a dependency of the project.
  ///   - version: a version of it.
  /// - Returns: names as sources write them.
  /// - Throws: a `Problem` if the version can't be fetched.
  func modules(of dependency: Dependency, at version: String) async throws(Problem) -> Set<String>

  /// Reads what a version of a package offers.
  ///
  /// - Parameters:
  ///   - dependency: a dependency of the project.
  ///   - version: a version of it.
  ///   - modules: the modules to read.
  ///   - limits: how much is read; what goes beyond them is a gap of the result.
  /// - Returns: what could be read, with the gaps.
  /// - Throws: a `Problem` if the version can't be fetched.
  func publicAPI(
    of dependency: Dependency, at version: String, in modules: Set<String>, _ limits: ScanLimits
  ) async throws(Problem) -> PublicAPI
}
