/// The folder that a `portal:` leads to; its path is relative to the package that asks for it.
///
///     a@portal:../a::locator=b%40workspace%3Apackages%2Fb        packages/b/../a
enum PortalFolder {
  /// The most portals in a row.
  ///
  /// A folder with a portal to itself leads to more without end.
  private static let mostPortals = 16

  /// Returns the folder from the project's root.
  ///
  /// - Parameter locator: a member of the workspace, or a package that one leads to over portals.
  /// - Returns: a path; nil for an absolute one, for one that too many portals lead to, and if a package
  ///   of a registry asks for the folder.
  static func path(of locator: Pattern) -> String? {
    path(of: locator, portals: mostPortals)
  }

  private static func path(of locator: Pattern, portals: Int) -> String? {
    let range = locator.range
    if range.hasPrefix("workspace:") { return String(range.dropFirst("workspace:".count)) }
    guard portals > 0, range.hasPrefix("portal:"), let mark = range.firstRange(of: "::locator=")
    else { return nil }
    let own = range[..<mark.lowerBound].dropFirst("portal:".count)
    let parent = Pattern(BerryRange.decoded(range[mark.upperBound...]))
    guard !own.hasPrefix("/"), let base = path(of: parent, portals: portals - 1)
    else { return nil }
    return base + "/" + own
  }
}
