import Ecosystem
import JSON
import Text

extension Lock {
  /// Reads a lock of a known layout.
  ///
  /// - Throws: `Problem` for another version, or for a section of an unknown form.
  init(_ document: LockDocument) throws(Problem) {
    let root = document.root
    let location = document.source.location(at: 0)
    guard let version = root["lockfileVersion"]?.string ?? root["lockfileVersion"]?.number else {
      throw Problem(.failed, "has no lockfileVersion", subject: document.source.file, at: location)
    }
    guard let layout = LockLayout.all.first(where: { $0.version == version }) else {
      throw Problem(
        .refused, "is a version of pnpm's lock that martlet does not write, only 6.0 and 9.0",
        subject: "lockfileVersion \(version)", at: location)
    }
    self.init(layout)
    exists = true
    do throws(Problem) {
      try read(root, location)
    } catch {
      var problem = error
      problem.location = error.subject.flatMap(document.location) ?? location
      throw problem
    }
  }

  private mutating func read(_ root: Object, _ location: Location) throws(Problem) {
    let names = folderNames(root)
    isShared = root["importers"] != nil || !layout.unfoldsSingleProject
    let single = isShared ? nil : try importer(.object(root), names, location)
    for member in root.members {
      switch member.key {
      case "lockfileVersion", "packages", "snapshots": continue
      case "catalogs": catalogs = member.value.object
      case "importers":
        importers = try readImporters(member.value, names, location)
        isOrderedByPnpm9 = Self.isOrderedByPnpm9(member.value)
      case "time": times = try readTimes(member.value, location)
      default:
        if single != nil, Self.importerKeys.contains(member.key) { continue }
        fields[member.key] = member.value
      }
    }
    if let single { importers["."] = single }
    if layout.hasSnapshots {
      try readPackages(root, location)
    } else {
      try readJoinedPackages(root, names, location)
    }
  }

  /// The fields of an importer, which the root has if the lock is of a single project.
  static let importerKeys = Set(Section.allCases.map(\.rawValue)).union([
    "dependenciesMeta", "publishDirectory",
  ])

  /// The names of packages of folders by their keys.
  private func folderNames(_ root: Object) -> [String: String] {
    if layout.mark.isEmpty { return [:] }
    let packages = root["packages"]?.object?.members ?? []
    return packages.reduce(into: [:]) { result, member in
      if let name = member.value["name"]?.string { result[member.key] = name }
    }
  }

  private func readTimes(_ value: Value, _ location: Location) throws(Problem) -> [String: String] {
    var result: [String: String] = [:]
    for (key, text) in value.object?.texts ?? [:] {
      result[try known(layout.path(of: key, name: nil), key, location)] = text
    }
    return result
  }

  /// Returns a path or a reference; refuses packages that are from no registry.
  private func known(
    _ text: String?, _ key: String, _ location: Location
  ) throws(Problem) -> String {
    if let text { return text }
    throw Problem(
      .refused,
      "is a package in the lock that is not from a registry, which martlet does not resolve",
      subject: key, at: location)
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

  private func readImporters(
    _ value: Value, _ names: [String: String], _ location: Location
  ) throws(Problem) -> [String: Importer] {
    var result: [String: Importer] = [:]
    for member in value.object?.members ?? [] {
      result[member.key] = try importer(member.value, names, location)
    }
    return result
  }

  private func importer(
    _ value: Value, _ names: [String: String], _ location: Location
  ) throws(Problem) -> Importer {
    var importer = Importer()
    importer.dependenciesMeta = value["dependenciesMeta"]?.object
    importer.publishDirectory = value["publishDirectory"]?.string
    for section in Section.allCases {
      for entry in value[section.rawValue]?.object?.members ?? [] {
        guard let specifier = entry.value["specifier"]?.scalarText,
          let text = entry.value["version"]?.scalarText
        else {
          throw Problem(
            .failed, "has no specifier or version in the lock", subject: entry.key, at: location)
        }
        importer.specifiers[entry.key] = specifier
        importer.references[section, default: [:]][entry.key] = try known(
          layout.reference(of: text, alias: entry.key, names), entry.key, location)
      }
    }
    return importer
  }

  /// Reads packages with all their fields in one section.
  private mutating func readJoinedPackages(
    _ root: Object, _ names: [String: String], _ location: Location
  ) throws(Problem) {
    for member in root["packages"]?.object?.members ?? [] {
      guard case .object(let entry) = member.value else {
        throw Problem(.failed, "has a malformed package", subject: member.key, at: location)
      }
      let path = try known(
        layout.path(of: member.key, name: names[member.key]), member.key, location)
      var package = Package()
      for field in entry.members {
        switch field.key {
        case "dependencies": package.dependencies = try references(field.value, names, location)
        case "optionalDependencies":
          package.optionalDependencies = try references(field.value, names, location)
        case "transitivePeerDependencies":
          package.transitivePeers = field.value.array?.compactMap(\.scalarText) ?? []
        case "optional": package.isOptional = field.value.bool == true
        case "dev": package.isDevelopment = field.value.bool
        default: package.manifest[field.key] = field.value
        }
      }
      packages[path] = package
    }
  }

  private func references(
    _ value: Value, _ names: [String: String], _ location: Location
  ) throws(Problem) -> [String: String] {
    var result: [String: String] = [:]
    for (alias, text) in value.object?.texts ?? [:] {
      result[alias] = try known(layout.reference(of: text, alias: alias, names), alias, location)
    }
    return result
  }

  private mutating func readPackages(_ root: Object, _ location: Location) throws(Problem) {
    // An object searches its members one by one.
    let members = (root["packages"]?.object ?? Object()).members
    let manifests = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
    for member in root["snapshots"]?.object?.members ?? [] {
      guard case .object(let snapshot) = member.value else {
        throw Problem(.failed, "has a malformed snapshot", subject: member.key, at: location)
      }
      let key = DependencyPath.withoutSuffix(member.key)
      guard let manifest = manifests[key]?.object else {
        throw Problem(.failed, "is in snapshots, but not in packages", subject: key, at: location)
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
