import Text

/// The version of a server, which says what it can do.
///
///     GiteaVersion("1.22.6")                // Gitea 1.22
///     GiteaVersion("11.0.3+gitea-1.22.0")   // Forgejo 11.0
struct GiteaVersion: Hashable, Sendable {
  /// The two programs with this interface.
  enum Program: String, Sendable {
    case gitea = "Gitea"
    case forgejo = "Forgejo"
  }

  let program: Program
  let major: Int
  let minor: Int

  /// Parses the answer of `GET version`; nil if it doesn't begin with two numbers.
  init?(_ text: String) {
    let numbers = text.prefix { $0 == "." || $0.isASCII && $0.isNumber }.split(separator: ".")
    guard numbers.count >= 2, let major = numbers[0].number(in: 0...9_999),
      let minor = numbers[1].number(in: 0...9_999)
    else { return nil }
    program = text.contains("+gitea-") ? .forgejo : .gitea
    self.major = major
    self.minor = minor
  }

  /// Whether it is one of the versions that martlet was written for: Gitea from 1.21, Forgejo from 7.
  var isServed: Bool {
    switch program {
    case .gitea: (major, minor) >= (1, 21)
    case .forgejo: major >= 7
    }
  }

  /// Why it isn't served.
  var refusal: String {
    let oldest = program == .gitea ? "1.21" : "7.0"
    let version = "\(program.rawValue) \(major).\(minor)"
    return "\(version) is older than \(oldest), the oldest version that is served"
  }

  /// Whether the list of pull requests can be filtered by head and base (Forgejo 16).
  var filtersByHead: Bool { program == .forgejo && major >= 16 }
}
