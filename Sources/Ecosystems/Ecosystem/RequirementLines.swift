/// Divides the places that name a package by the major version in use.
///
/// Rules and pull requests decide about each major version, so each is a dependency of its own. The
/// first one has no name, because most projects have only one:
///
///     .github/workflows/a.yml  actions/checkout@v4      actions/checkout
///     .github/workflows/b.yml  actions/checkout@v4.1.2  actions/checkout
///     .github/workflows/c.yml  actions/checkout@v3      actions/checkout@3
package struct RequirementLines<Use: Sendable>: Sendable {
  /// A major version with the places that are at it.
  package struct Line: Sendable {
    /// The name for `Dependency.line`: the major version; nil for the first line.
    package var name: String?
    /// At least one use, in the given order.
    package var uses: [Use]
  }

  /// At least one line if there are places, in the order of their first places.
  package private(set) var lines: [Line] = []

  /// Divides places.
  ///
  /// - Parameters:
  ///   - uses: in the order of the files.
  ///   - major: returns the major version of a use; nil without a version, which joins the first
  ///     line.
  package init(_ uses: [Use], major: (Use) -> String?) {
    var names: [String?] = []
    for use in uses {
      let name = major(use)
      if let index = names.firstIndex(of: name) ?? (name == nil ? names.indices.first : nil) {
        lines[index].uses.append(use)
      } else if names == [nil] {
        names = [name]
        lines[0].uses.append(use)
      } else {
        lines.append(Line(name: names.isEmpty ? nil : name, uses: [use]))
        names.append(name)
      }
    }
  }
}

extension [Requirement]? {
  /// Whether a target or a dependency with these requirements means a place in a file.
  ///
  /// Nil and an empty list mean all places.
  package func include(_ other: Requirement) -> Bool {
    guard let self, !self.isEmpty else { return true }
    return self.contains { $0.manifest == other.manifest && $0.text == other.text }
  }
}
