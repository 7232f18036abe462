import Text
internal import Versioning

/// A tag name with a version and an optional prefix: `v1.2.0`, `core@1.2.0`, `release-1.2.0`.
struct Tag: Hashable, Sendable {
  let name: String
  let version: String
  /// The text before the version, without separators and `v`.
  let prefix: String

  /// Parses a tag name, using the first position where a version starts.
  init?(_ name: String, _ order: VersionOrder) {
    guard name.utf8.count <= 250 else { return nil }
    var index = name.startIndex
    var previous: Character?
    while index < name.endIndex {
      let rest = String(name[index...])
      if name[index].isNumber, previous.map(Self.canPrecede) ?? true, order.isVersion(rest) {
        self.name = name
        version = rest
        prefix = Self.withoutSeparator(name[..<index])
        return
      }
      previous = name[index]
      index = name.index(after: index)
    }
    return nil
  }

  private static func canPrecede(_ character: Character) -> Bool { "vV@-_/ ".contains(character) }

  private static func withoutSeparator(_ text: Substring) -> String {
    var text = text
    if let last = text.last, last == "v" || last == "V", text.dropLast().last?.isLetter != true {
      text = text.dropLast()
    }
    while let last = text.last, "@-_/ ".contains(last) { text = text.dropLast() }
    return String(text)
  }

  /// Whether the tag belongs to a package, and not to another one in the same repository.
  ///
  /// The prefix can be a folder, `packages/core/v1.2.0`. A prefix with a scope must equal the
  /// package's name.
  func names(_ package: String) -> Bool {
    let short = Self.lastStep(package)
    let own = prefix.hasPrefix("@") ? prefix[...] : Self.lastStep(prefix)
    return [prefix[...], own].contains { part in
      !part.isEmpty && [package[...], short].contains { $0.lowercased() == part.lowercased() }
    }
  }

  private static func lastStep(_ text: String) -> Substring {
    text.slashParts().last ?? text[...]
  }

  /// Returns the best tag of a version: one with the package's name, then the shortest.
  static func best(
    for version: String, of source: PackageSource, among tags: [Tag], _ order: VersionOrder
  ) -> Tag? {
    let package = source.name
    let isPlainOwn = source.mayOwnPlainTags(tags)
    return
      tags
      .filter {
        order.isSame($0.version, version)
          && ($0.namesNoPackage && isPlainOwn || $0.names(package))
      }
      .min { one, other in
        let named = (one.names(package), other.names(package))
        if named.0 != named.1 { return named.0 }
        return (one.name.count, one.name) < (other.name.count, other.name)
      }
  }

  /// Whether the prefix names no package.
  var namesNoPackage: Bool { prefix.isEmpty || isPlain }

  /// Whether the prefix only marks a release.
  private var isPlain: Bool {
    ["release", "rel", "version", "ver", "tag"].contains(prefix.lowercased())
  }
}

extension PackageSource {
  /// Whether tags that name no package can be those of this one.
  ///
  /// They can't if the package is in a folder of its repository and other tags name packages: then they
  /// belong to the package at the root.
  func mayOwnPlainTags(_ tags: [Tag]) -> Bool {
    guard let directory, !directory.isEmpty, directory != "." else { return true }
    return tags.allSatisfy { $0.namesNoPackage }
  }
}
