import JSON

extension Lock {
  /// The bytes that pnpm writes.
  var bytes: [UInt8] { Array(LockText(width: nil).text(root).utf8) }

  /// The bytes that a version of pnpm writes; pnpm 9 has another order in importers.
  func bytes(_ version: PnpmVersion) -> [UInt8] {
    var copy = self
    copy.sectionOrder = version.major > 9 ? nil : Self.oldSectionOrder
    return copy.bytes
  }

  /// The order of an importer's sections in pnpm 9.
  static let oldSectionOrder = [
    "dependencies", "optionalDependencies", "devDependencies", "dependenciesMeta",
  ]

  /// The root with all keys in pnpm's order.
  private var root: Object {
    var root = Object([("lockfileVersion", .string(version))])
    for key in Self.leadingKeys {
      let value: Value? =
        switch key {
        case "catalogs":
          catalogs.map { catalogs in
            .object(Object(catalogs.sortedMembers.map { ($0.key, $0.value.deeplySorted) }))
          }
        case "patchedDependencies": fields[key]?.object.map { .object($0.sorted) }
        default: fields[key]
        }
      if let value, value.object?.isEmpty != true { root[key] = value }
    }
    root["importers"] = .object(importersValue)
    let (packages, snapshots) = packageValues
    if !packages.isEmpty { root["packages"] = .object(packages) }
    var rest = fields
    for key in Self.leadingKeys { rest[key] = nil }
    if !snapshots.isEmpty { rest["snapshots"] = .object(snapshots) }
    if let times {
      rest["time"] = .object(Object(pairs(times).map { ($0.0, .string($0.1)) }))
    }
    for member in rest.sortedMembers { root[member.key] = member.value }
    return root
  }

  private static let leadingKeys = [
    "settings", "catalogs", "overrides", "packageExtensionsChecksum", "pnpmfileChecksum",
    "patchedDependencies",
  ]

  private var importersValue: Object {
    Object(
      importers.sorted { $0.key.precedesAsKey($1.key) }.map { id, importer in
        var value = Object()
        for section in Section.allCases.sorted(by: { $0.rawValue < $1.rawValue }) {
          guard let references = importer.references[section], !references.isEmpty else { continue }
          let entries = pairs(references).map { alias, reference -> (String, Value) in
            let specifier = importer.specifiers[alias].map { Value.string($0) } ?? .null
            return (
              alias,
              .object(Object([("specifier", specifier), ("version", .string(reference))]))
            )
          }
          value[section.rawValue] = .object(Object(entries))
        }
        if let meta = importer.dependenciesMeta, !meta.isEmpty {
          value["dependenciesMeta"] = Value.object(meta).deeplySorted
        }
        if let directory = importer.publishDirectory {
          value["publishDirectory"] = .string(directory)
        }
        guard let order = sectionOrder else { return (id, .object(value.sorted)) }
        var ordered = Object()
        for key in order { ordered[key] = value[key] }
        for member in value.sortedMembers where !order.contains(member.key) {
          ordered[member.key] = member.value
        }
        return (id, .object(ordered))
      })
  }

  private typealias Entry = Object.Entry

  private var packageValues: (packages: Object, snapshots: Object) {
    let paths = packages.keys.sorted { $0.precedesAsKey($1) }
    var manifests: [String: Object] = [:]
    var snapshots: [Entry] = []
    for path in paths {
      guard let package = packages[path] else { continue }
      let key = DependencyPath.withoutSuffix(path)
      if manifests[key] == nil { manifests[key] = package.manifest }
      snapshots.append(Entry(key: path, value: .object(snapshot(package))))
    }
    let sorted = manifests.sorted { $0.key.precedesAsKey($1.key) }
    let entries = sorted.map { Entry(key: $0.key, value: .object($0.value.sortedByPriority)) }
    return (Object(distinct: entries), Object(distinct: snapshots))
  }

  private func snapshot(_ package: Package) -> Object {
    var value = package.others
    let sections = [
      ("dependencies", package.dependencies),
      ("optionalDependencies", package.optionalDependencies),
    ]
    for (key, references) in sections where !references.isEmpty {
      value[key] = .object(Object(pairs(references).map { ($0.0, .string($0.1)) }))
    }
    if !package.transitivePeers.isEmpty {
      value["transitivePeerDependencies"] = .array(package.transitivePeers.map { .string($0) })
    }
    if package.isOptional { value["optional"] = true }
    return value.sortedByPriority
  }

  private func pairs(_ map: [String: String]) -> [(String, String)] {
    map.sorted { $0.key.precedesAsKey($1.key) }.map { ($0.key, $0.value) }
  }
}

extension Object {
  /// The order of the fields of a package and of its snapshot: `sortLockfileKeys.ts` of pnpm 10.
  private static let priorities = Dictionary(
    uniqueKeysWithValues: [
      "resolution", "id", "name", "version", "engines", "cpu", "os", "libc", "deprecated", "hasBin",
      "prepare", "requiresBuild", "bundleDependencies", "peerDependencies", "peerDependenciesMeta",
      "dependencies", "optionalDependencies", "transitivePeerDependencies", "dev", "optional",
    ].enumerated().map { ($0.element, $0.offset) })

  fileprivate var sortedMembers: [Entry] {
    members.sorted { $0.key.precedesAsKey($1.key) }
  }

  fileprivate var sorted: Object { Object(distinct: sortedMembers) }

  /// The members by priority, then by name, deeply.
  fileprivate var sortedByPriority: Object {
    let ranked = members.map { (rank: Self.priorities[$0.key] ?? .max, member: $0) }
    let sorted = ranked.sorted { left, right in
      left.rank == right.rank
        ? left.member.key.precedesAsKey(right.member.key) : left.rank < right.rank
    }
    return Object(
      distinct: sorted.map { _, member in
        guard case .object(let inner) = member.value else { return member }
        return Entry(key: member.key, value: .object(inner.sortedByPriority))
      })
  }
}

extension Value {
  /// The value with the keys of all objects sorted.
  fileprivate var deeplySorted: Value {
    guard case .object(let object) = self else { return self }
    return .object(Object(object.sortedMembers.map { ($0.key, $0.value.deeplySorted) }))
  }
}
