import JSON

extension Lock {
  /// The bytes that the newest pnpm of the layout writes.
  var bytes: [UInt8] { LockText(width: nil).bytes(root) }

  /// The bytes that a version of pnpm writes; pnpm 8 and 9 have another order in importers.
  func bytes(_ version: PnpmVersion) -> [UInt8] {
    var copy = self
    copy.sectionOrder = version.has(.sortsSections) ? nil : Self.oldSectionOrder
    return LockText(width: version.lineWidth).bytes(copy.root)
  }

  /// The order of an importer's sections in pnpm 8 and 9.
  static let oldSectionOrder = [
    "dependencies", "optionalDependencies", "devDependencies", "dependenciesMeta",
  ]

  /// The root with all keys in pnpm's order.
  private var root: Object {
    var root = Object([("lockfileVersion", .string(layout.version))])
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
    var rest = fields
    for key in Self.leadingKeys { rest[key] = nil }
    if let single = singleImporter {
      for member in single.members {
        if Self.oldSectionOrder.contains(member.key) {
          root[member.key] = member.value
        } else {
          rest[member.key] = member.value
        }
      }
    } else {
      root["importers"] = .object(importersValue)
    }
    let (packages, snapshots) = layout.hasSnapshots ? packageValues : (joinedValues, Object())
    if !packages.isEmpty { root["packages"] = .object(packages) }
    if !snapshots.isEmpty { rest["snapshots"] = .object(snapshots) }
    if let times {
      rest["time"] = .object(
        Object(sortedPairs(times.map { (layout.key(of: $0.key), .string($0.value)) })))
    }
    for member in rest.sortedMembers { root[member.key] = member.value }
    return root
  }

  private static let leadingKeys = [
    "settings", "catalogs", "neverBuiltDependencies", "onlyBuiltDependencies", "overrides",
    "packageExtensionsChecksum", "pnpmfileChecksum", "patchedDependencies",
  ]

  /// The only importer if its fields are at the root.
  private var singleImporter: Object? {
    guard layout.unfoldsSingleProject, !isShared, importers.count == 1,
      let importer = importers["."]
    else { return nil }
    var value = self.value(of: importer)
    value["dependenciesMeta"] = importer.dependenciesMeta.map { .object($0) }
    return ordered(value)
  }

  private var importersValue: Object {
    Object(
      importers.sorted { $0.key.precedesAsKey($1.key) }.map { id, importer in
        (id, .object(ordered(value(of: importer))))
      })
  }

  private typealias Entry = Object.Entry

  private func value(of importer: Importer) -> Object {
    var value = Object()
    for section in Section.allCases.sorted(by: { $0.rawValue < $1.rawValue }) {
      guard let references = importer.references[section], !references.isEmpty else { continue }
      let entries = sortedPairs(
        references.map { alias, reference -> (String, Value) in
          let specifier = importer.specifiers[alias].map { Value.string($0) } ?? .null
          let version = layout.written(reference, alias: alias)
          return (
            alias, .object(Object([("specifier", specifier), ("version", .string(version))]))
          )
        })
      value[section.rawValue] = .object(Object(entries))
    }
    if let meta = importer.dependenciesMeta, !meta.isEmpty {
      value["dependenciesMeta"] = Value.object(meta).deeplySorted
    }
    if let directory = importer.publishDirectory {
      value["publishDirectory"] = .string(directory)
    }
    return value
  }

  /// Sorts the sections of an importer.
  private func ordered(_ value: Object) -> Object {
    guard let order = sectionOrder else { return value.sorted }
    var ordered = Object()
    for key in order { ordered[key] = value[key] }
    for member in value.sortedMembers where !order.contains(member.key) {
      ordered[member.key] = member.value
    }
    return ordered
  }

  private var packageValues: (packages: Object, snapshots: Object) {
    let paths = packages.keys.sorted { $0.precedesAsKey($1) }
    var keys: Set<String> = []
    // Nearly sorted.
    var manifests: [Entry] = []
    var snapshots: [Entry] = []
    manifests.reserveCapacity(paths.count)
    snapshots.reserveCapacity(paths.count)
    for path in paths {
      guard let package = packages[path] else { continue }
      let key = DependencyPath.withoutSuffix(path)
      if keys.insert(key).inserted {
        manifests.append(Entry(key: key, value: .object(package.manifest.sortedByPriority)))
      }
      snapshots.append(Entry(key: path, value: .object(snapshot(package))))
    }
    manifests.sort { $0.key.precedesAsKey($1.key) }
    return (Object(distinct: manifests), Object(distinct: snapshots))
  }

  /// The packages with all their fields in one section.
  private var joinedValues: Object {
    Object(
      sortedPairs(
        packages.map { path, package -> (String, Value) in
          var value = snapshot(package)
          for member in package.manifest.members { value[member.key] = member.value }
          return (layout.key(of: path), .object(value.sortedByPriority))
        }))
  }

  private func snapshot(_ package: Package) -> Object {
    var fields = package.others.members
    let sections = [
      ("dependencies", package.dependencies),
      ("optionalDependencies", package.optionalDependencies),
    ]
    for (key, references) in sections where !references.isEmpty {
      let written = references.map { alias, reference in
        Entry(key: alias, value: .string(layout.written(reference, alias: alias)))
      }
      fields.append(Entry(key: key, value: .object(Object(distinct: written))))
    }
    if !package.transitivePeers.isEmpty {
      let names = package.transitivePeers.map { Value.string($0) }
      fields.append(Entry(key: "transitivePeerDependencies", value: .array(names)))
    }
    if let isDevelopment = package.isDevelopment, layout.marksDevelopment {
      fields.append(Entry(key: "dev", value: .bool(isDevelopment)))
    }
    if package.isOptional { fields.append(Entry(key: "optional", value: true)) }
    return Object(distinct: fields).sortedByPriority
  }

  private func sortedPairs(_ pairs: [(String, Value)]) -> [(String, Value)] {
    pairs.sorted { $0.0.precedesAsKey($1.0) }
  }
}

extension Object {
  /// The order of the fields of a package and of its snapshot: `sortLockfileKeys.ts` of pnpm 10.
  private static let priorities = [
    "resolution", "id", "name", "version", "engines", "cpu", "os", "libc", "deprecated", "hasBin",
    "prepare", "requiresBuild", "bundleDependencies", "peerDependencies", "peerDependenciesMeta",
    "dependencies", "optionalDependencies", "transitivePeerDependencies", "dev", "optional",
  ]

  /// The place in `priorities`; keys that aren't in it share the last one.
  private static func rank(of key: String) -> Int {
    // Most comparisons end with the size, and hashing is slower than all of them.
    let size = key.utf8.count
    return priorities.firstIndex { $0.utf8.count == size && $0 == key } ?? priorities.count
  }

  fileprivate var sortedMembers: [Entry] {
    members.sorted { $0.key.precedesAsKey($1.key) }
  }

  fileprivate var sorted: Object { Object(distinct: sortedMembers) }

  /// The members by priority, then by name, deeply.
  fileprivate var sortedByPriority: Object {
    let ranked = members.map { (rank: Self.rank(of: $0.key), member: $0.sortedByPriority) }
    let sorted = ranked.sorted { left, right in
      left.rank == right.rank
        ? left.member.key.precedesAsKey(right.member.key) : left.rank < right.rank
    }
    return Object(distinct: sorted.map(\.member))
  }
}

extension Object.Entry {
  fileprivate var sortedByPriority: Object.Entry {
    guard case .object(let object) = value, !object.isEmpty else { return self }
    return Object.Entry(key: key, value: .object(object.sortedByPriority))
  }
}

extension Value {
  /// The value with the keys of all objects sorted.
  fileprivate var deeplySorted: Value {
    guard case .object(let object) = self else { return self }
    return .object(Object(object.sortedMembers.map { ($0.key, $0.value.deeplySorted) }))
  }
}
