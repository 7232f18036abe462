package import Ecosystem
package import Text

extension Settings {
  /// Refuses a package that the lock has from a host of its own, but that would be requested from a
  /// public registry.
  ///
  /// Anybody can publish a package with the name of a private one there (dependency confusion).
  ///
  /// - Parameters:
  ///   - name: the registry's name of the package.
  ///   - address: the address of the tarball in the lock.
  ///   - location: the place of the requirement.
  /// - Returns: nil if the address leads to a public registry or to that of the package.
  package func refusal(
    of name: String, lockedAt address: String, at location: Location?
  ) -> Problem? {
    guard let package = PackageName(name), let asked = try? registry(for: package),
      let known = SourceOrigin(asked), Self.publicOrigins.contains(known),
      let locked = SourceOrigin(address), !Self.publicOrigins.contains(locked)
    else { return nil }
    return Problem(
      .refused, "is locked from \(locked.text), but would be requested from \(known.text)",
      subject: name, at: location,
      advice: "name the registry of \(locked.text) in the project's settings, such as "
        + "`registry=` in .npmrc, or with default-for under registries of the operator's file")
  }

  private static let publicOrigins = Set(
    ["registry.npmjs.org", "registry.npmjs.com", "registry.yarnpkg.com"].compactMap {
      SourceOrigin("https://\($0)/")
    })
}
