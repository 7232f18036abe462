/// A tag's name read as a version with something in front: `v1.2.0`, `core@1.2.0`, `release-1.2.0`.
struct Tag: Hashable, Sendable {
  let name: String
  let version: String
  /// What stands before the version, without separators and `v`.
  let prefix: String

  /// Reads a name from the first place on at which a version stands.
  init?(_ name: String, _ order: VersionOrder) {
    guard name.utf8.count <= 250 else { return nil }
    var index = name.startIndex
    var previous: Character?
    while index < name.endIndex {
      let rest = String(name[index...])
      if name[index].isNumber, previous.map(Self.canPrecede) ?? true, order.isVersion(rest) {
        self.name = name
        version = rest
        prefix = Self.trimmed(name[..<index])
        return
      }
      previous = name[index]
      index = name.index(after: index)
    }
    return nil
  }

  private static func canPrecede(_ character: Character) -> Bool { "vV@-_/ ".contains(character) }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    if let last = text.last, last == "v" || last == "V", text.dropLast().last?.isLetter != true {
      text = text.dropLast()
    }
    while let last = text.last, "@-_/ ".contains(last) { text = text.dropLast() }
    return String(text)
  }

  /// Whether the tag is of this package and not of a neighbour in the same repository.
  ///
  /// A prefix may be a folder, `packages/core/v1.2.0`; one with a scope must have the package's.
  func names(_ package: String) -> Bool {
    let short = Self.lastStep(package)
    let own = prefix.hasPrefix("@") ? prefix[...] : Self.lastStep(prefix)
    return [prefix[...], own].contains { part in
      !part.isEmpty && [package[...], short].contains { $0.lowercased() == part.lowercased() }
    }
  }

  private static func lastStep(_ text: String) -> Substring {
    text.split(separator: "/").last ?? text[...]
  }

  /// Finds the tag of a version: one with the package's name first, then the shortest.
  static func best(
    for version: String, of package: String, among tags: [Tag], _ order: VersionOrder
  ) -> Tag? {
    tags.filter { order.isSame($0.version, version) && ($0.isOfNobodyElse || $0.names(package)) }
      .min { one, other in
        let named = (one.names(package), other.names(package))
        if named.0 != named.1 { return named.0 }
        return (one.name.count, one.name) < (other.name.count, other.name)
      }
  }

  /// Whether the prefix does not name another package.
  var isOfNobodyElse: Bool { prefix.isEmpty || isPlain }

  /// Whether the prefix only says that it is a release.
  private var isPlain: Bool {
    ["release", "rel", "version", "ver", "tag"].contains(prefix.lowercased())
  }
}
