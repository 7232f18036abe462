import Text

/// A preset of Renovate's in another repository: `local>acme/renovate-config:base`.
package struct RenovatePresetReference: Hashable, Sendable {
  /// The text in `extends`.
  package let text: String
  /// The word before `>`: `local`, `github`, `gitlab`.
  package let platform: String
  /// The repository: `acme/renovate-config`.
  package let repository: String
  /// The files that it can be, the first one that exists counts.
  package let paths: [String]
  /// The values of `{{arg0}}` and so on.
  let arguments: [String]

  /// Parses an element of `extends`; nil for one of another form, with a tag, or of a part of a file.
  package init?(_ text: String) {
    var rest = text[...]
    var arguments: [String] = []
    if rest.hasSuffix(")"), let open = rest.firstIndex(of: "(") {
      arguments = rest[rest.index(after: open)...].dropLast().split(separator: ",")
        .map { String($0).trimmed }
      rest = rest[..<open]
    }
    guard let sign = rest.firstIndex(of: ">"), !rest.contains("#") else { return nil }
    let platform = String(rest[..<sign])
    var name = String(rest[rest.index(after: sign)...])
    var paths = ["default.json", "renovate.json"]
    if let slashes = name.firstRange(of: "//") {
      paths = Self.files(String(name[slashes.upperBound...]))
      name = String(name[..<slashes.lowerBound])
    } else if let colon = name.firstIndex(of: ":") {
      let file = String(name[name.index(after: colon)...])
      // A slash leads to a part of the file.
      guard !file.contains("/") else { return nil }
      paths = Self.files(file)
      name = String(name[..<colon])
    }
    guard !platform.isEmpty, platform.allSatisfy(\.isLetter),
      name.slashParts().count > 1, paths.allSatisfy({ !$0.hasPrefix(".json") })
    else { return nil }
    (self.text, self.platform, repository, self.paths) = (text, platform, name, paths)
    self.arguments = arguments
  }

  private static func files(_ name: String) -> [String] {
    name.hasSuffix(".json") || name.hasSuffix(".json5")
      ? [name] : [name + ".json", name + ".json5"]
  }
}
