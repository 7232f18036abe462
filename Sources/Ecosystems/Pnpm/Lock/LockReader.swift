import Ecosystem
import JSON
import Text

extension Lock {
  /// Reads a lock of version 9.0.
  ///
  /// - Throws: `Problem` for another version, or for a section of an unknown form.
  init(_ document: LockDocument) throws(Problem) {
    let root = document.root
    let place = document.source.location(at: 0)
    guard let version = root["lockfileVersion"]?.string ?? root["lockfileVersion"]?.number else {
      throw Problem(.failed, "has no lockfileVersion", subject: document.source.file, at: place)
    }
    guard version == "9.0" else {
      throw Problem(
        .refused, "is a version of pnpm's lock that martlet does not write, only 9.0",
        subject: "lockfileVersion \(version)", at: place)
    }
    self.init(version: version)
    exists = true
    for member in root.members {
      switch member.key {
      case "lockfileVersion": continue
      case "catalogs": catalogs = member.value.object
      case "importers":
        importers = try Self.readImporters(member.value, place)
        isOrderedByPnpm9 = Self.isOrderedByPnpm9(member.value)
      case "packages", "snapshots": continue
      case "time": times = member.value.object?.texts
      default: fields[member.key] = member.value
      }
    }
    try readPackages(root, place)
  }

  /// Compares the order of sections in the first importer where it differs between versions of pnpm.
  private static func isOrderedByPnpm9(_ importers: Value) -> Bool? {
    for importer in importers.object?.members ?? [] {
      let keys = (importer.value.object?.members ?? []).map(\.key).filter(oldSectionOrder.contains)
      let (old, new) = (oldSectionOrder.filter(keys.contains), keys.sorted())
      if old != new, keys == old || keys == new { return keys == old }
    }
    return nil
  }

  private static func readImporters(
    _ value: Value, _ place: Location
  ) throws(Problem) -> [String: Importer] {
    var result: [String: Importer] = [:]
    for member in value.object?.members ?? [] {
      var importer = Importer()
      importer.dependenciesMeta = member.value["dependenciesMeta"]?.object
      importer.publishDirectory = member.value["publishDirectory"]?.string
      for section in Section.allCases {
        for entry in member.value[section.rawValue]?.object?.members ?? [] {
          guard let specifier = entry.value["specifier"]?.scalarText,
            let reference = entry.value["version"]?.scalarText
          else {
            throw Problem(
              .failed, "has no specifier or version in the lock", subject: entry.key, at: place)
          }
          importer.specifiers[entry.key] = specifier
          importer.references[section, default: [:]][entry.key] = reference
        }
      }
      result[member.key] = importer
    }
    return result
  }

  private mutating func readPackages(_ root: Object, _ place: Location) throws(Problem) {
    // An object searches its members one by one.
    let members = (root["packages"]?.object ?? Object()).members
    let manifests = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
    for member in root["snapshots"]?.object?.members ?? [] {
      guard case .object(let snapshot) = member.value else {
        throw Problem(.failed, "has a malformed snapshot", subject: member.key, at: place)
      }
      let key = DependencyPath.withoutSuffix(member.key)
      guard let manifest = manifests[key]?.object else {
        throw Problem(.failed, "is in snapshots, but not in packages", subject: key, at: place)
      }
      var package = Package(manifest: manifest)
      for field in snapshot.members {
        switch field.key {
        case "dependencies": package.dependencies = field.value.object?.texts ?? [:]
        case "optionalDependencies":
          package.optionalDependencies = field.value.object?.texts ?? [:]
        case "transitivePeerDependencies":
          package.transitivePeers = field.value.array?.compactMap(\.scalarText) ?? []
        case "optional": package.isOptional = field.value.bool == true
        default: package.others[field.key] = field.value
        }
      }
      packages[member.key] = package
    }
  }
}

extension Object {
  /// The members that are texts or plain scalars.
  var texts: [String: String] {
    members.reduce(into: [:]) { result, member in
      if let text = member.value.scalarText { result[member.key] = text }
    }
  }
}

extension Value {
  /// The text of a string, a number or a boolean; nil for other values.
  var scalarText: String? {
    switch self {
    case .string(let text), .number(let text): text
    case .bool(let flag): flag ? "true" : "false"
    default: nil
    }
  }
}
