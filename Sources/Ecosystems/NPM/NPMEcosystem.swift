package import Ecosystem
package import HTTP

/// npm: `package.json` and `package-lock.json`, read, resolved and written without Node.
///
/// Trees are built as Arborist builds them and locks are written byte for byte as npm writes them;
/// what needs a tarball, a clone or a script is refused by name.
///
///     let npm = NPMEcosystem(http: client, toolchain: ToolchainProfile())
///     let opened = try await npm.open(project, in: tree)
///     let change = try await opened.change(toward: .lock(LockOptions()))
package struct NPMEcosystem: PackageEcosystem {
  let http: HTTP.Client
  let toolchain: ToolchainProfile
  let published = PublishedProjects()
  /// Registries of scopes that a project's `.npmrc` does not name.
  let scopes: [String: String]

  /// Takes the world that it asks, and the tools that the locks are written for.
  ///
  /// - Parameters:
  ///   - http: for registries; caches, mirrors and credentials are its layers' business.
  ///   - scopes: registries by scope, such as `@acme`, as a user's own `.npmrc` has them: what a
  ///     project says wins.
  ///   - toolchain: whose Node and npm decide which versions run, and how locks are spelled.
  package init(
    http: HTTP.Client, scopes: [String: String] = [:],
    toolchain: ToolchainProfile = ToolchainProfile()
  ) {
    self.http = http
    self.scopes = scopes
    self.toolchain = toolchain
  }

  /// `npm`, as `package-ecosystem` of `dependabot.yml` has it.
  package var name: EcosystemName { .npm }

  /// Compares by node-semver's grammar: `^1.2 || 3.x`; prereleases count like other versions.
  ///
  /// A comma joins bounds that must all hold, as in Dependabot: `>= 1.2.0, < 2`.
  package func version(
    _ version: String, satisfies requirement: String
  ) throws(Problem) -> Bool {
    guard let version = Version(version, loose: true) else {
      throw Problem(.usage, "is no version", subject: version)
    }
    return try Self.condition(requirement).contains(version)
  }

  /// Reads a condition strictly: the loose grammar would drop the parts that it cannot read.
  private static func condition(_ text: String) throws(Problem) -> Range {
    let parts = text.split(separator: "||", omittingEmptySubsequences: false)
      .flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let joined = text.replacing(",", with: " ")
    guard parts.allSatisfy({ !$0.allSatisfy(\.isWhitespace) }),
      let range = Range(joined, includePrerelease: true)
    else { throw Problem(.usage, "is not a range of versions", subject: text) }
    return range
  }
}
