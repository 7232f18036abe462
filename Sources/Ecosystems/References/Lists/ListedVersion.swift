package import Time

/// A version in a list.
package struct ListedVersion: Hashable, Sendable {
  /// As the list has it: `v1.2.0`, `1.2.0`.
  package var text: String
  /// Nil if the list doesn't say.
  package var published: Timestamp?
  /// Whether the list says that it is a pre-release.
  package var isPrerelease = false
  /// Why the authors advise against it; nil if they don't.
  package var deprecation: String?
  /// Why it isn't proposed to what is at another major version; nil if it is.
  package var heldBackOutside: String?
  /// What identifies its content, in all forms in which files write it: a commit, `sha512-…`.
  package var digests: [String] = []

  /// Creates a version.
  package init(_ text: String, published: Timestamp? = nil) {
    self.text = text
    self.published = published
  }

  /// Returns the digest in the form of another one; nil without such a digest.
  package func digest(like other: String) -> String? {
    digests.first { $0.count == other.count && Self.kind(of: $0) == Self.kind(of: other) }
  }

  /// The algorithm with its separator: `sha512-`; empty for a commit.
  private static func kind(of digest: String) -> Substring {
    digest.firstIndex { "-.:".contains($0) }.map { digest[...$0] } ?? ""
  }
}
