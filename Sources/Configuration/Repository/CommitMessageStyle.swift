import YAML

/// How commit messages and titles begin.
package struct CommitMessageStyle: Hashable, Sendable {
  /// Nil: the repository's own style is followed.
  package var prefix: String?
  /// In place of `prefix` for what only development needs.
  package var prefixDevelopment: String?
  /// Whether `(deps)` or `(deps-dev)` follows the prefix.
  package var includesScope = false

  /// Starts from the repository's own style.
  package init() {}
}

/// How branches are named.
package struct BranchNameStyle: Hashable, Sendable {
  /// Stands between the parts of a name.
  package var separator = "/"

  /// Starts from slashes.
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
  /// The start of a commit message; the empty one switches the repository's own style off.
  fileprivate static var prefix: Shape {
    .parsed("at most 50 characters on one line") { text in
      text.count <= 50 && !text.contains(where: \.isNewline) ? text : nil
    }
  }
}
