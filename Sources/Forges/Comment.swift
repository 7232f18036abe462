package import Time

/// A comment on a pull request.
package struct Comment: Hashable, Sendable {
  /// The forge's identifier, which edits and reactions use.
  package var id: Int
  /// Nil if the account no longer exists.
  package var author: Account?
  /// The Markdown source.
  package var body: String
  /// Nil if the forge doesn't report it.
  package var createdAt: Timestamp?
  /// Whether it was edited.
  package var isEdited: Bool
  /// The number of reactions; nil if the forge doesn't report it.
  package var reactions: Int?
  /// The address of its page; empty if unknown.
  package var webURL: String

  /// Creates a comment.
  package init(
    id: Int, author: Account?, body: String, createdAt: Timestamp? = nil, isEdited: Bool = false,
    reactions: Int? = 0, webURL: String = ""
  ) {
    self.id = id
    self.author = author
    self.body = body
    self.createdAt = createdAt
    self.isEdited = isEdited
    self.reactions = reactions
    self.webURL = webURL
  }
}

/// A reaction to a comment.
package enum Reaction: String, Hashable, Sendable {
  /// The command was executed.
  case thumbsUp = "+1"
  /// The command was refused.
  case thumbsDown = "-1"
  /// The command was not understood.
  case confused
}

/// A label of a repository.
package struct Label: Hashable, Codable, Sendable {
  /// Unique in its repository; some hosts ignore case.
  package var name: String
  /// Six hexadecimal digits without a hash.
  package var color: String
  /// The description; empty if there is none.
  package var about: String

  /// Creates a label.
  package init(name: String, color: String = "ededed", about: String = "") {
    self.name = name
    self.color = color
    self.about = about
  }
}
