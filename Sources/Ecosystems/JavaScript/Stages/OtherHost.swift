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
    // A lock has thousands of these. The host ends with the slash, so that the origin is the public one.
    if Self.publicPrefixes.contains(where: { address.utf8.starts(with: $0.utf8) }) { return nil }
    guard let package = PackageName(name), let asked = try? registry(for: package),
      let known = SourceOrigin(asked), Self.publicOrigins.contains(known),
      let locked = SourceOrigin(address), !Self.publicOrigins.contains(locked)
    else { return nil }
    return Problem(
      .refused, "is locked from \(locked.text), but would be requested from \(known.text)",
      subject: name, at: location, advice: Self.advice(for: locked))
  }

  /// Refuses sources of a lock that take a package from a public registry, though the present lock has
  /// it from the registry of another host only.
  ///
  /// This concerns the packages that come along with an update, too, whose requirements no manifest has.
  ///
  /// - Parameters:
  ///   - added: the sources that a change adds.
  ///   - before: the sources of the present lock.
  /// - Returns: nil if no package moves to a public registry.
  static func refusal(of added: Set<LockedSource>, before: Set<LockedSource>) -> Problem? {
    let present = Dictionary(grouping: before, by: \.package)
    for source in added.sorted(by: { ($0.package, $0.address) < ($1.package, $1.address) }) {
      guard let origins = present[source.package]?.compactMap(\.registryOrigin),
        let locked = origins.first, publicOrigins.isDisjoint(with: origins),
        let known = SourceOrigin(source.address), publicOrigins.contains(known)
      else { continue }
      return Problem(
        .refused, "is locked from \(locked.text), but would be taken from \(known.text)",
        subject: source.package, advice: advice(for: locked))
    }
    return nil
  }

  private static func advice(for origin: SourceOrigin) -> String {
    "name the registry of \(origin.text) in the project's settings, such as `registry=` in .npmrc, "
      + "or with default-for under registries of the operator's file"
  }

  private static let publicPrefixes = [
    "registry.npmjs.org", "registry.npmjs.com", "registry.yarnpkg.com",
  ].map { "https://\($0)/" }

  private static let publicOrigins = Set(publicPrefixes.compactMap { SourceOrigin($0) })
}

extension LockedSource {
  /// The origin of a registry's tarball; nil for other tarballs and for git.
  ///
  /// Registries serve them below `/NAME/-/`, and GitHub's below `/download/NAME/`.
  fileprivate var registryOrigin: SourceOrigin? {
    let isRegistrys =
      address.contains("/\(package)/-/") || address.contains("/download/\(package)/")
    return isRegistrys && address.hasPrefix("http") ? SourceOrigin(address) : nil
  }
}
