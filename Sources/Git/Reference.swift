/// A reference that a repository advertises, with its commit.
package struct Reference: Hashable, Sendable {
  /// The full name, such as `refs/tags/v1.2.3` or `HEAD`.
  package var name: String
  /// 40 hexadecimal digits; for an annotated tag the tagged commit, not the tag object.
  package var commit: String
  /// The tag object of an annotated tag; nil for other references, and if it wasn't reported.
  package var tagObject: String?

  /// Creates a reference.
  package init(name: String, commit: String, tagObject: String? = nil) {
    self.name = name
    self.commit = commit
    self.tagObject = tagObject
  }

  /// The part after `refs/tags/`, if this is a tag.
  package var tag: String? { name.removing(prefix: "refs/tags/") }

  /// The object whose time is that of the reference: an annotated tag's own, otherwise the commit.
  package var dated: String { tagObject ?? commit }

  /// The part after `refs/heads/`, if this is a branch.
  package var branch: String? { name.removing(prefix: "refs/heads/") }
}

extension String {
  fileprivate func removing(prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
