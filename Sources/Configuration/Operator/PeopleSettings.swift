import YAML

/// The messages that the service writes to the people of a repository by itself.
package struct PeopleSettings: Hashable, Sendable {
  /// Whether an issue says that a repository's configuration can't be read.
  package enum Notices: String, CaseIterable, Hashable, Sendable {
    case issue, off
  }

  /// A switch, written as a word.
  package enum Switch: String, CaseIterable, Hashable, Sendable {
    case on, off
  }

  /// The key `notices`.
  package var notices = Notices.off
  /// The key `replies`: whether closing a pull request is answered.
  package var replies = Switch.on
  /// The key `onboarding`.
  package var onboarding = OnboardingSettings()

  /// Creates the defaults: replies only.
  package init() {}

  /// Settings without any message.
  package static let silent: PeopleSettings = {
    var settings = PeopleSettings()
    settings.replies = .off
    return settings
  }()
}

/// How repositories without a configuration are asked to add one.
package struct OnboardingSettings: Hashable, Sendable {
  /// The form of the question.
  package enum Form: String, CaseIterable, Hashable, Sendable {
    /// A pull request that adds the file.
    case pullRequest = "pull-request"
    /// An issue with the file's text.
    case issue
    /// No repository is asked.
    case off
  }

  /// Which file is proposed.
  package enum File: String, CaseIterable, Hashable, Sendable {
    case martlet, dependabot
  }

  /// The form of the question.
  package var form = Form.off
  /// Which file is proposed.
  package var file = File.martlet
  /// How many repositories are asked within 24 hours.
  package var perDay = 20

  /// Asks no repository.
  package init() {}
}

extension Shape where Value == OnboardingSettings {
  /// A mapping, or only the form.
  static var onboarding: Shape {
    let keys = section(
      OnboardingSettings(),
      [
        Key("as", \.form, .word, required: true), Key("file", \.file, .word),
        Key("per-day", \.perDay, .integer(1...1000)),
      ])
    let form = Shape<OnboardingSettings.Form>.word
    return Shape(type: .either([form.type, keys.type])) { node, decoding in
      guard node.entries == nil else { return keys.decode(node, &decoding) }
      var settings = OnboardingSettings()
      guard let value = form.decode(node, &decoding) else { return nil }
      settings.form = value
      return settings
    }
  }
}

extension OperatorFile {
  /// Whether a repository belongs to the operator as far as the file shows: one of the patterns that
  /// select it names its topmost owner without `*`.
  package func namesOwner(of repository: String, on forge: String) -> Bool {
    let patterns = forges.first { $0.name == forge }?.repositories ?? []
    return patterns.include(repository)
      && patterns.contains { pattern in
        !pattern.isExclusion && pattern.matches(repository) && pattern.hasLiteralOwner
      }
  }
}
