package import FoundationEssentials

/// What somebody said on a pull request.
package struct Comment: Hashable, Sendable {
  /// Of the forge, by which it is changed and answered; of GitHub the `id` of the comment.
  package var id: Int
  /// Nil where the forge no longer knows the account.
  package var author: Account?
  /// Markdown as it was typed; empty where the forge sends none.
  package var body: String
  /// Nil where the forge does not tell.
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
  /// Heard and not understood.
  case confused
}

/// A label of a repository.
package struct Label: Hashable, Sendable {
  /// Of its repository; GitHub takes names for the same whatever their case.
  package var name: String
  /// Six hexadecimal digits without a hash.
  package var color: String
  /// What people see when they choose it: `description` at GitHub; empty for none.
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
  /// The one in its URL, counted by repository; not GitHub's `id`.
  package var number: Int
  /// As people see it; pull requests are put into one by its number.
  package var title: String

  /// Describes a milestone.
  package init(number: Int, title: String) {
    self.number = number
    self.title = title
  }
}
