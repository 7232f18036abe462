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
  /// A system and a processor, optionally a C library, joined by hyphens.
  fileprivate static var platform: Shape {
    .parsed("a platform such as darwin-arm64 or linux-x64-musl") { text in
      let parts = text.split(separator: "-", omittingEmptySubsequences: false)
      let isPlain = parts.allSatisfy { part in
        !part.isEmpty
          && part.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
      }
      return isPlain && (2...3).contains(parts.count) ? text : nil
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
