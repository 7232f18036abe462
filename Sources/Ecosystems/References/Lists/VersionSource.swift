import Text

/// Where the versions of something are listed.
package enum VersionSource: Hashable, Sendable {
  /// A package of npm, with its scope.
  case npm(String)
  /// A gem of rubygems.org.
  case gem(String)
  /// The tags of a git repository, by its address.
  case tags(String)
  /// The releases of a repository at github.com: `owner/name`.
  case githubReleases(String)
  /// An orb of CircleCI: `circleci/node`.
  case orb(String)
  /// A step of Bitrise's own library.
  case bitriseStep(String)
  /// A chart in an index of Helm.
  case chart(repository: String, name: String)
  /// The releases of a runtime.
  case runtime(Runtime)

  /// A runtime with a public list of its releases.
  package enum Runtime: String, CaseIterable, Hashable, Sendable {
    case node, ruby, swift
  }

  /// The address for people, and for release notes.
  package var address: String {
    switch self {
    case .npm(let name): "https://www.npmjs.com/package/\(name)"
    case .gem(let name): "https://rubygems.org/gems/\(name)"
    case .tags(let url): url
    case .githubReleases(let name): "https://github.com/\(name)"
    case .orb(let name): "https://circleci.com/developer/orbs/orb/\(name)"
    case .bitriseStep(let name): "https://bitrise.io/integrations/steps/\(name)"
    case .chart(let repository, _): repository
    case .runtime(.node): "https://github.com/nodejs/node"
    case .runtime(.ruby): "https://github.com/ruby/ruby"
    case .runtime(.swift): "https://github.com/swiftlang/swift"
    }
  }
}

extension VersionSource {
  /// Parses `owner/name` or `https://github.com/owner/name`; nil for anything else.
  package static func githubName(_ text: String) -> String? {
    var name = text
    for prefix in ["https://github.com/", "http://github.com/", "github.com/"]
    where name.hasPrefix(prefix) {
      name = String(name.dropFirst(prefix.count))
    }
    if name.hasSuffix(".git") { name = String(name.dropLast(4)) }
    let parts = name.slashParts(omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ isWord($0) }) else { return nil }
    return name
  }

  /// Whether a text is the name of a package of npm.
  package static func isPackageName(_ text: String) -> Bool {
    let parts = text.slashParts(omittingEmptySubsequences: false)
    guard parts.count == (text.hasPrefix("@") ? 2 : 1) else { return false }
    return parts.allSatisfy { isWord($0.hasPrefix("@") ? $0.dropFirst() : $0, also: "~") }
  }

  /// Whether a text can be a part of a path: letters, digits, `-`, `_` and `.`, but not `.` or `..`.
  package static func isWord(_ text: some StringProtocol, also: String = "") -> Bool {
    !text.isEmpty && text.utf8.count <= 200 && text != "." && text != ".."
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
          || "-_.".utf8.contains(byte) || also.utf8.contains(byte)
      }
  }
}
