package import Ecosystem
package import Time

/// When versions whose registry states no times were first seen.
package struct FirstSight: Sendable {
  /// The times by version.
  private let seen: [String: Timestamp]

  /// Takes the stored times.
  package init(_ seen: [String: Timestamp]) {
    self.seen = seen
  }

  /// Returns the times, with those of the first look as long ago.
  ///
  /// Each form of a tag that a file uses has a first look of its own:
  ///
  ///     node:20           since January: 22 is old, 24 is new
  ///     node:20-alpine    since today: 22-alpine and 24-alpine are old, 25-alpine will be new
  ///
  /// - Parameters:
  ///   - versions: the versions without a time.
  ///   - dependency: its requirements show the forms in use.
  /// - Returns: the times by version.
  package func sinceFirstLook(
    at versions: [String], of dependency: Dependency
  ) -> [String: Timestamp] {
    let used = ([dependency.current] + dependency.requirements.map(\.locked)).compactMap(\.self)
    let forms = Set(used.map(Self.form))
    func list(_ version: String) -> String? {
      let form = Self.form(of: version)
      return forms.contains(form) ? form : nil
    }
    let earliest = versions.compactMap { seen[$0] }.min()
    var first: [String: Timestamp] = [:]
    for version in versions {
      guard let form = list(version), let time = seen[version] else { continue }
      first[form] = min(first[form] ?? time, time)
    }
    var result = seen
    for version in versions where seen[version] != nil {
      let look = list(version).flatMap { first[$0] } ?? earliest
      if seen[version] == look { result[version] = .epoch }
    }
    return result
  }

  /// The text of a tag without its numbers: `-alpine` of `22.1-alpine`.
  private static func form(of version: String) -> String {
    String(version.prefix { $0 != "@" }.filter { !$0.isNumber && $0 != "." })
  }
}
