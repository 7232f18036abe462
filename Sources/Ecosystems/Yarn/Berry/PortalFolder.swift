/// The folder that a `portal:` leads to; its path is relative to the package that asks for it.
///
///     a@portal:../a::locator=b%40workspace%3Apackages%2Fb        packages/b/../a
enum PortalFolder {
  /// Returns the folder from the project's root.
  ///
  /// - Parameter locator: a member of the workspace, or a package that one leads to over portals.
  /// - Returns: a path; nil for an absolute one, and if a package of a registry asks for the folder.
  static func path(of locator: Pattern) -> String? {
    let range = locator.range
    if range.hasPrefix("workspace:") { return String(range.dropFirst("workspace:".count)) }
    guard range.hasPrefix("portal:"), let mark = range.firstRange(of: "::locator=") else {
      return nil
    }
    let own = range[..<mark.lowerBound].dropFirst("portal:".count)
    let parent = Pattern(BerryRange.decoded(range[mark.upperBound...]))
    guard !own.hasPrefix("/"), let base = path(of: parent) else { return nil }
    return base + "/" + own
  }
}
