package import Ecosystem
import YAML

/// Which native tools locks are written for, where the operator says so.
package struct ToolchainSettings: Hashable, Sendable {
  /// The key `toolchains.npm.node`: `20.20.2`.
  package var node: String?
  /// The key `toolchains.npm.npm`: `10.8.2`.
  package var npm: String?
  /// The key `toolchains.ruby.version`: `3.1.2`.
  package var ruby: String?
  /// The key `toolchains.ruby.bundler`: `2.7.2`.
  package var bundler: String?
  /// The key `toolchains.ruby.rubygems`: `3.3.15`.
  package var rubygems: String?
  /// Bundler's name of the machine, such as `x86_64-linux`.
  package var platform: String?
  /// The key `toolchains.swift`: `6.3.1`.
  package var swift: String?

  /// Starts from nothing said.
  package init() {}

  /// The profile that the ecosystems take: what is said is pinned, the rest has its default.
  package var profile: ToolchainProfile {
    var profile = ToolchainProfile()
    pin(node, \.node, .node, in: &profile)
    pin(npm, \.npm, .npm, in: &profile)
    pin(ruby, \.ruby, .ruby, in: &profile)
    pin(bundler, \.bundler, .bundler, in: &profile)
    pin(rubygems, \.rubygems, .rubygems, in: &profile)
    pin(swift, \.swift, .swift, in: &profile)
    if let platform { profile.platform = platform }
    return profile
  }

  private func pin(
    _ version: String?, _ path: WritableKeyPath<ToolchainProfile, String>,
    _ tool: ToolchainProfile.Tool, in profile: inout ToolchainProfile
  ) {
    guard let version else { return }
    profile[keyPath: path] = version
    profile.isPinned.insert(tool)
  }
}

extension Shape where Value == ToolchainSettings {
  static var toolchains: Shape {
    section(
      ToolchainSettings(),
      [
        nested(
          "npm", [Key("node", \.node, .toolVersion), Key("npm", \.npm, .toolVersion)]),
        nested(
          "ruby",
          [
            Key("version", \.ruby, .toolVersion), Key("bundler", \.bundler, .toolVersion),
            Key("rubygems", \.rubygems, .toolVersion), Key("platform", \.platform, .string),
          ]),
        Key("swift", \.swift, .toolVersion),
      ])
  }

  /// A section inside the section that sets parts of the same value.
  private static func nested(
    _ name: String, _ keys: [Key<ToolchainSettings>]
  ) -> Key<ToolchainSettings> {
    let shape = section(ToolchainSettings(), keys)
    return Key(name, type: shape.type) { node, settings, decoding in
      if let value = section(settings, keys).decode(node, &decoding) { settings = value }
    }
  }
}

extension Shape where Value == String {
  /// Two to four numbers and dots, perhaps with a prerelease behind.
  fileprivate static var toolVersion: Shape {
    .parsed("a version such as 10.8.2") { text in
      let numbers = text.prefix { $0 != "-" }.split(
        separator: ".", omittingEmptySubsequences: false)
      let isVersion =
        (2...4).contains(numbers.count)
        && numbers.allSatisfy { part in
          !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
      return isVersion ? text : nil
    }
  }
}
