/// The style of commit messages and titles in a repository.
package struct TitleStyle: Hashable, Sendable {
  /// For example `build`; nil: no prefix.
  package var prefix: String?
  /// Replaces `prefix` for development dependencies.
  package var developmentPrefix: String?
  /// Whether `(deps)` or `(deps-dev)` follows the prefix.
  package var includesScope: Bool
  /// Whether the sentence after the prefix starts with a capital: `build: Bump x`.
  package var capitalizes: Bool

  /// Creates a style, by default without prefix.
  package init(
    prefix: String? = nil, developmentPrefix: String? = nil, includesScope: Bool = false,
    capitalizes: Bool = true
  ) {
    self.prefix = prefix
    self.developmentPrefix = developmentPrefix
    self.includesScope = includesScope
    self.capitalizes = capitalizes
  }

  /// Adds the prefix to a sentence that starts in lowercase.
  ///
  ///     TitleStyle(prefix: "build", includesScope: true).title("bump x", isDevelopment: false)
  ///     // build(deps): bump x
  ///
  /// A colon is added if the prefix ends in a letter, a digit or a closing bracket; a space at its end
  /// prevents that (Dependabot's rule).
  ///
  /// Security updates are marked: `[Security] Bump x`, `build(deps): [security] bump x`, or a lock if
  /// the style uses emoji.
  package func title(
    _ sentence: String, isDevelopment: Bool, isSecurity: Bool = false
  ) -> String {
    let mark = isSecurity ? securityMark : ""
    let text =
      mark + (capitalizes ? sentence.prefix(1).uppercased() + sentence.dropFirst() : sentence)
    guard var start = isDevelopment ? developmentPrefix ?? prefix : prefix, !start.isEmpty else {
      return text
    }
    if includesScope { start += isDevelopment ? "(deps-dev)" : "(deps)" }
    if let last = start.last, last.isLetter || last.isNumber || last == ")" || last == "]" {
      start += ":"
    }
    return start.hasSuffix(" ") ? start + text : start + " " + text
  }

  private var securityMark: String {
    if prefix == Self.arrow.prefix { return "🔒 " }
    return capitalizes ? "[Security] " : "[security] "
  }
}
