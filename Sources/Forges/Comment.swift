package import FoundationEssentials

/// What somebody said on a pull request.
package struct Comment: Hashable, Sendable {
  package var id: Int
  package var author: Account?
  package var body: String
  package var createdAt: Date?
  /// Whether the words were changed after they were said.
  package var isEdited: Bool
  /// How many people answered it by a sign.
  package var reactions: Int
  /// Where people read it; empty where the forge does not tell.
  package var webURL: String

  /// Describes a comment.
  package init(
    id: Int, author: Account?, body: String, createdAt: Date? = nil, isEdited: Bool = false,
    reactions: Int = 0, webURL: String = ""
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

/// A short answer to a comment.
package enum Reaction: String, Hashable, Sendable {
  /// Heard and done.
  case thumbsUp = "+1"
  /// Heard and refused.
  case thumbsDown = "-1"
  case confused
  case eyes
}

/// A label of a repository.
package struct Label: Hashable, Sendable {
  package var name: String
  /// Six hexadecimal digits without a hash.
  package var color: String
  package var about: String

  /// Describes a label.
  package init(name: String, color: String = "ededed", about: String = "") {
    self.name = name
    self.color = color
    self.about = about
  }
}

/// A milestone of a repository.
package struct Milestone: Hashable, Sendable {
  package var number: Int
  package var title: String

  /// Describes a milestone.
  package init(number: Int, title: String) {
    self.number = number
    self.title = title
  }
}
