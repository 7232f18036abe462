package import Ecosystem

extension Range {
  /// Whether a version satisfies a requirement in node-semver's grammar: `^1.2 || 3.x`.
  ///
  /// A comma joins bounds that must all hold, as in Dependabot: `>= 1.2.0, < 2`. Pre-releases are
  /// compared like other versions. The requirement is parsed strictly, because the loose grammar
  /// drops the parts that it can't parse.
  @Sendable package static func condition(
    _ version: String, _ requirement: String
  ) throws(Problem) -> Bool {
    guard let version = Version(version, loose: true) else {
      throw Problem(.usage, "is not a version", subject: version)
    }
    let parts = requirement.split(separator: "||", omittingEmptySubsequences: false)
      .flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let joined = requirement.replacing(",", with: " ")
    guard parts.allSatisfy({ !$0.allSatisfy(\.isWhitespace) }),
      let range = Range(joined, includePrerelease: true)
    else { throw Problem(.usage, "is not a range of versions", subject: requirement) }
    return range.contains(version)
  }
}
