import Ecosystem
import YAML

extension Shape where Value == Toolchain {
  /// The section `toolchains`: the keys that ecosystems declare, some of them in sections.
  static func toolchains(_ keys: [ToolchainKey]) -> Shape {
    var sections: [String] = []
    for key in keys where !sections.contains(key.section) { sections.append(key.section) }
    return section(
      Toolchain(),
      sections.map { name in
        let inside = keys.filter { $0.section == name }
        if let key = inside.first, key.name == nil { return leaf(name, key) }
        return nested(name, inside)
      })
  }

  /// A section of the section, which sets parts of the same value.
  private static func nested(_ name: String, _ keys: [ToolchainKey]) -> Key<Toolchain> {
    let leaves = keys.compactMap { key in key.name.map { leaf($0, key) } }
    let shape = section(Toolchain(), leaves)
    return Key(name, type: shape.type) { node, toolchain, decoding in
      if let value = section(toolchain, leaves).decode(node, &decoding) { toolchain = value }
    }
  }

  private static func leaf(_ name: String, _ key: ToolchainKey) -> Key<Toolchain> {
    let shape: Shape<String> =
      switch key.form {
      case .version: .toolVersion
      case .platform: .platform
      case .text: .string
      }
    return Key(name, type: shape.type) { node, toolchain, decoding in
      if let value = shape.decode(node, &decoding) { toolchain[key] = value }
    }
  }
}

extension Shape where Value == String {
  /// A system and a processor, optionally a C library: joined by hyphens, or a mapping of their names.
  fileprivate static var platform: Shape {
    let (text, parts) = (joinedPlatform, Shape<PlatformParts>.parts)
    return Shape(type: .either([text.type, parts.type])) { node, decoding in
      guard node.entries != nil else { return text.decode(node, &decoding) }
      return parts.decode(node, &decoding)?.text
    }
  }

  private static var joinedPlatform: Shape {
    .parsed("a platform such as darwin-arm64 or linux-x64-musl") { text in
      let parts = text.split(separator: "-", omittingEmptySubsequences: false)
      let isPlain = parts.allSatisfy { part in
        !part.isEmpty
          && part.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
      }
      return isPlain && (2...3).contains(parts.count) ? text : nil
    }
  }

  /// A name of Node's `process.platform` or `process.arch`, or of a C library.
  fileprivate static var platformPart: Shape {
    .parsed("a name such as darwin, arm64 or musl") { text in
      let isPlain = text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x7A).contains($0)
      }
      return isPlain && !text.isEmpty ? text : nil
    }
  }

  /// Two to four numbers separated by dots, optionally with a pre-release.
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

/// The names of a platform's parts.
private struct PlatformParts {
  var system = ""
  var processor = ""
  var library: String?

  /// The parts joined by hyphens: `linux-x64-musl`.
  var text: String {
    [system, processor, library].compactMap(\.self).joined(separator: "-")
  }
}

extension Shape where Value == PlatformParts {
  /// `{os: linux, cpu: x64, libc: musl}`, as in pnpm's `supportedArchitectures`.
  fileprivate static var parts: Shape {
    section(
      PlatformParts(),
      [
        Key("os", \.system, .platformPart, required: true),
        Key("cpu", \.processor, .platformPart, required: true),
        Key("libc", \.library, .platformPart),
      ])
  }
}
