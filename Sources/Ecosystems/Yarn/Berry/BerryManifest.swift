import Text
import Ecosystem
import JSON
import JavaScript

extension BerryPackage {
  /// Reads a manifest as `Manifest.load` of `@yarnpkg/core` does.
  ///
  /// - Parameters:
  ///   - node: the `package.json`, or a version of a registry's document.
  ///   - locator: the name with the reference.
  ///   - hasDevelopment: whether development dependencies count, as for members of a workspace.
  init(_ node: JSON.Node, locator: Pattern, hasDevelopment: Bool = false) {
    self.init(locator: locator)
    version = node["version"]?.string
    dependencies = Self.patterns(node["dependencies"])
    for pattern in Self.patterns(node["optionalDependencies"]) {
      Self.set(pattern, in: &dependencies)
      dependenciesMeta[pattern.name, default: [:]]["optional"] = true
    }
    if hasDevelopment {
      for pattern in Self.patterns(node["devDependencies"]) { Self.set(pattern, in: &dependencies) }
    }
    for pattern in Self.patterns(node["peerDependencies"], isPeer: true) {
      Self.set(pattern, in: &peerDependencies)
    }
    dependenciesMeta.merge(Self.meta(node["dependenciesMeta"], ["built", "optional", "unplugged"]))
    { $0.merging($1) { _, new in new } }
    peerDependenciesMeta = Self.meta(node["peerDependenciesMeta"], ["optional"])
    bin = Self.commands(node)
    conditions = Self.conditions(node)
  }

  private static func set(_ pattern: Pattern, in patterns: inout [Pattern]) {
    if let index = patterns.firstIndex(where: { $0.name == pattern.name }) {
      patterns[index] = pattern
    } else {
      patterns.append(pattern)
    }
  }

  private static func patterns(_ node: JSON.Node?, isPeer: Bool = false) -> [Pattern] {
    guard let node, node.kind == .object else { return [] }
    return node.members.compactMap { member in
      let range = member.value.string
      guard isPeer else { return range.map { Pattern(name: member.key, range: $0) } }
      let isKnown = range.map { $0.hasPrefix("workspace:") || BerryRange.isValid($0) } ?? false
      return Pattern(name: member.key, range: isKnown ? range ?? "*" : "*")
    }
  }

  private static func meta(_ node: JSON.Node?, _ fields: [String]) -> Meta {
    var result: Meta = [:]
    for member in node?.members ?? [] where member.value.kind == .object {
      for field in fields {
        if let value = member.value[field]?.bool {
          result[member.key, default: [:]][field] = value
        }
      }
    }
    return result
  }

  /// The commands, without the scope of their names.
  private static func commands(_ node: JSON.Node) -> [String: String] {
    guard let bin = node["bin"] else { return [:] }
    if let path = bin.string {
      guard !path.trimmed.isEmpty, let name = node["name"]?.string else { return [:] }
      return [plain(name): path.replacing("\\", with: "/")]
    }
    guard bin.kind == .object else { return [:] }
    var result: [String: String] = [:]
    for member in bin.members {
      guard let path = member.value.string, !path.trimmed.isEmpty else { continue }
      result[plain(member.key)] = path.replacing("\\", with: "/")
    }
    return result
  }

  private static func plain(_ name: String) -> String {
    name.hasPrefix("@") ? name.slashParts().last.map(String.init) ?? name : name
  }

  /// The platforms of `os`, `cpu` and `libc`: `os=linux & (cpu=x64 | cpu=arm64)`.
  private static func conditions(_ node: JSON.Node) -> String? {
    let parts = ["os", "cpu", "libc"].compactMap { field -> String? in
      guard let list = node[field], list.kind == .array else { return nil }
      let values = list.elements.compactMap(\.string).map { value in
        value.hasPrefix("!") ? "!\(field)=\(value.dropFirst())" : "\(field)=\(value)"
      }
      if values.isEmpty { return nil }
      return values.count == 1 ? values[0] : "(\(values.joined(separator: " | ")))"
    }
    return parts.isEmpty ? nil : parts.joined(separator: " & ")
  }

  /// Adds the dependency on node-gyp that Yarn adds to packages whose scripts mention it.
  mutating func addNodeGyp(_ node: JSON.Node) {
    let name = "node-gyp"
    guard !(dependencies + peerDependencies).contains(where: { $0.name == name }) else { return }
    let scripts = (node["scripts"]?.members ?? []).compactMap(\.value.string)
    let mentions = scripts.contains { script in
      [name, "prebuild-install"].contains { Self.has(script, word: $0) }
    }
    if mentions { dependencies.append(Pattern(name: name, range: "latest")) }
  }

  /// Whether a text has a word, as `\b` of regular expressions bounds it.
  private static func has(_ text: String, word: String) -> Bool {
    let (text, word) = (Array(text.utf8), Array(word.utf8))
    return text.indices.dropLast(word.count - 1).contains { start in
      let end = start + word.count
      guard text[start] == word[0], text[start..<end].elementsEqual(word) else { return false }
      let isBounded = start == 0 || !text[start - 1].isASCIIWord
      return isBounded && (end == text.count || !text[end].isASCIIWord)
    }
  }
}

/// The grammar of ranges in descriptors.
enum BerryRange {
  /// Whether the text is a range of versions.
  static func isValid(_ text: String) -> Bool { !text.contains(":") && Range(text) != nil }

  /// Whether the text is a tag.
  static func isTag(_ text: String) -> Bool {
    guard let first = text.utf8.first, first != UInt8(ascii: "v") else { return false }
    return text.utf8.allSatisfy { byte in
      byte.isASCIIWord || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }
  }

  /// Adds `npm:` to a range of versions and to a tag.
  static func normalized(_ range: String) -> String {
    isValid(range) || isTag(range) ? "npm:" + range : range
  }

  /// JavaScript's `decodeURIComponent`.
  static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"),
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// JavaScript's `encodeURIComponent`.
  static func encoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      if byte.isASCIIWord || "-.!~*'()".utf8.contains(byte) {
        result.unicodeScalars.append(UnicodeScalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return result
  }
}

extension UInt8 {
  /// Whether the byte is a letter, a digit or an underscore.
  fileprivate var isASCIIWord: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
