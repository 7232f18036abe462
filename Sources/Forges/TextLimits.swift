/// How long texts of a pull request may be at a forge; it refuses longer ones.
///
/// Lengths are in UTF-16 units, which are never fewer than the characters that a forge counts.
package struct TextLimits: Hashable, Sendable {
  /// The title, and the subject of the commit.
  package var title: Int
  /// The description in Markdown.
  package var body: Int
  /// The whole commit message.
  package var commitMessage: Int

  /// Describes a forge's limits; the defaults are GitHub's, which are the smallest of those that are
  /// known.
  package init(title: Int = 256, body: Int = 65_536, commitMessage: Int = 65_536) {
    self.title = title
    self.body = body
    self.commitMessage = commitMessage
  }
}
