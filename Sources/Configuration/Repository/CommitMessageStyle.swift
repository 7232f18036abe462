import YAML

/// The beginning of commit messages and titles.
package struct CommitMessageStyle: Hashable, Sendable {
  /// Nil: the repository's own style is used.
  package var prefix: String?
  /// Replaces `prefix` for development dependencies.
  package var prefixDevelopment: String?
  /// Whether `(deps)` or `(deps-dev)` follows the prefix.
  package var includesScope = false

  /// Creates settings for the repository's own style.
  package init() {}
}

/// The style of branch names.
package struct BranchNameStyle: Hashable, Sendable {
  /// The separator between the parts of a name.
  package var separator = "/"

  /// Creates a style with slashes.
  package init() {}
}

extension Shape where Value == CommitMessageStyle {
  static var commitMessage: Shape {
    section(
      CommitMessageStyle(),
      [
        Key("prefix", \.prefix, .prefix),
        Key("prefix-development", \.prefixDevelopment, .prefix),
        Key("include", \.includesScope, .word(["scope": true])),
      ])
  }
}

extension Shape where Value == BranchNameStyle {
  static var branchName: Shape {
    section(
      BranchNameStyle(),
      [Key("separator", \.separator, .word(["/": "/", "-": "-", "_": "_"]))]
        + ["template", "word-separator", "case", "max-length", "prefix"].map { name in
          .withoutEffect(
            name, Shape<String>.string, "a branch is named after what it updates, at any version")
        })
  }
}

extension Shape where Value == String {
  /// A prefix of commit messages; an empty one disables the repository's own style.
  fileprivate static var prefix: Shape {
    .parsed("at most 50 characters on one line") { text in
      text.count <= 50 && !text.contains(where: \.isNewline) ? text : nil
    }
  }
}
