/// A name that a repository advertises and the commit it leads to.
package struct Reference: Hashable, Sendable {
  /// Whole, such as `refs/tags/v1.2.3` or `HEAD`.
  package var name: String
  /// 40 hexadecimal digits; for an annotated tag the commit behind it, not the tag object.
  package var commit: String

  /// Pairs a name with its commit.
  package init(name: String, commit: String) {
    self.name = name
    self.commit = commit
  }

  /// The part after `refs/tags/`, if this is a tag.
  package var tag: String? { name.removing(prefix: "refs/tags/") }

  /// The part after `refs/heads/`, if this is a branch.
  package var branch: String? { name.removing(prefix: "refs/heads/") }
}

extension String {
  fileprivate func removing(prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
