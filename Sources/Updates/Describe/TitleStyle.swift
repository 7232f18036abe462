/// How a repository likes its commit messages to begin.
package struct TitleStyle: Hashable, Sendable {
  /// Such as `build`; nil for none.
  package var prefix: String?
  /// In place of `prefix` for what only development needs.
  package var developmentPrefix: String?
  /// Whether `(deps)` or `(deps-dev)` follows the prefix.
  package var includesScope: Bool
  /// Whether the sentence behind the prefix begins with a capital: `build: Bump x`.
  package var capitalizes: Bool

  /// Starts from a plain sentence.
  package init(
    prefix: String? = nil, developmentPrefix: String? = nil, includesScope: Bool = false,
    capitalizes: Bool = true
  ) {
    self.prefix = prefix
    self.developmentPrefix = developmentPrefix
    self.includesScope = includesScope
    self.capitalizes = capitalizes
  }

  /// Puts the prefix before a sentence that begins with a small letter.
  ///
  ///     TitleStyle(prefix: "build", includesScope: true).title("bump x", isDevelopment: false)
  ///     // build(deps): bump x
  ///
  /// A colon is added where the prefix ends in a letter, a digit or a closing bracket; a space at
  /// its end prevents that (Dependabot's rule).
  ///
  /// What fixes advisories says so first: `[Security] Bump x`, `build(deps): [security] bump x`, or
  /// a lock where signs are the style.
  package func title(
    _ sentence: String, isDevelopment: Bool, isSecurity: Bool = false
  ) -> String {
    let mark = isSecurity ? securityMark : ""
    let words =
      mark + (capitalizes ? sentence.prefix(1).uppercased() + sentence.dropFirst() : sentence)
    guard var start = isDevelopment ? developmentPrefix ?? prefix : prefix, !start.isEmpty else {
      return words
    }
    if includesScope { start += isDevelopment ? "(deps-dev)" : "(deps)" }
    if let last = start.last, last.isLetter || last.isNumber || last == ")" || last == "]" {
      start += ":"
    }
    return start.hasSuffix(" ") ? start + words : start + " " + words
  }

  private var securityMark: String {
    if prefix == Self.arrow.prefix { return "🔒 " }
    return capitalizes ? "[Security] " : "[security] "
  }
}
