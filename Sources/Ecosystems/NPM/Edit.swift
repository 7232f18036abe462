import Ecosystem
import JSON
import Text

/// A new requirement for a place in a manifest.
struct ManifestEdit: Hashable {
  /// The manifest, from the root of the tree.
  var path: String
  var name: String
  /// The bytes of the old requirement with its quotes.
  var range: Swift.Range<Int>
  var before: String
  var after: String

  /// Whether the new requirement takes a version.
  func admits(_ version: Version) -> Bool { RequirementStyle(after)?.admits(version) ?? true }
}

extension NPMEcosystem {
  /// Turns a goal into edits and an aim.
  func plan(_ goal: Goal, _ files: ProjectFiles) async throws(Problem) -> Plan {
    switch goal {
    case .lock(let options): return Plan(aim: options.fresh ? .fresh : .install)
    case .updateAll(let options):
      var plan = Plan(aim: .updateAll)
      let direct = files.manifests.flatMap { DirectWish.all(in: $0.document).map(\.name) }
      plan.preference.bounds = bounds(files.lockedTree.names.union(direct), options, files)
      return plan
    case .update(let targets, let options): return try await plan(targets, options, files)
    }
  }

  private func plan(
    _ targets: [Goal.Target], _ options: UpdateOptions, _ files: ProjectFiles
  ) async throws(Problem) -> Plan {
    let lock = files.lockedTree
    var plan = Plan(aim: .install, targets: targets)
    var names: Set<String> = []
    for target in targets {
      try check(target, lock, files)
      let locked = lock.version(of: target.name).flatMap { Version($0, loose: true) }
      let wanted = target.version.flatMap { Version($0) }
      // What mends an older copy is no news to the manifest.
      let staying = options.staying[target.name]
      let isOlder = wanted.flatMap { wanted in locked.map { wanted <= $0 } } ?? false
      let edits =
        staying != nil && isOlder ? [] : try await self.edits(for: target, options, files)
      plan.edits += edits
      if let version = target.version {
        plan.preference.versions[files.realName(of: target.name)] = version
        plan.preference.staying[files.realName(of: target.name)] = staying
      }
      // A widened requirement still takes what is locked, which an install would keep.
      let isKept = locked.map { locked in edits.contains { $0.admits(locked) } } ?? false
      if edits.isEmpty || isKept || staying != nil { names.insert(target.name) }
      if options.withDependencies { names.formUnion(lock.dependencies(of: target.name)) }
    }
    if !names.isEmpty { plan.aim = .update(names) }
    let free = Set(targets.filter { $0.version == nil }.map(\.name))
    let exact = targets.filter { $0.version != nil }.map(\.name)
    plan.preference.bounds = bounds(free.union(names).subtracting(exact), options, files)
    return plan
  }

  private func check(
    _ target: Goal.Target, _ lock: LockedTree, _ files: ProjectFiles
  ) throws(Problem) {
    if let version = target.version, Version(version) == nil {
      throw Problem(.usage, "is no version", subject: "\(target.name)@\(version)")
    }
    if lock.contains(target.name) || files.wishes(for: target.name).first != nil { return }
    throw Problem(
      .usage, "is neither in package.json nor in its lock", subject: target.name,
      at: Location(file: files.project.manifest, line: 1, column: 1))
  }

  private func bounds(
    _ names: Set<String>, _ options: UpdateOptions, _ files: ProjectFiles
  ) -> [String: Preference.Bound] {
    guard let level = options.level else { return [:] }
    let lock = files.lockedTree
    var result: [String: Preference.Bound] = [:]
    for name in names {
      guard let text = lock.version(of: name), let version = Version(text, loose: true) else {
        continue
      }
      result[files.realName(of: name)] = Preference.Bound(
        from: version, step: level, isStrict: options.strict)
    }
    return result
  }

  /// New requirements, wherever one stands that excludes the version or has to follow it.
  private func edits(
    for target: Goal.Target, _ options: UpdateOptions, _ files: ProjectFiles
  ) async throws(Problem) -> [ManifestEdit] {
    guard let text = target.version, let version = Version(text) else { return [] }
    var result: [ManifestEdit] = []
    var widens: Bool?
    for site in files.wishes(for: target.name) {
      guard let style = RequirementStyle(site.text) else { continue }
      let isIncluded = style.admits(version)
      if isIncluded, !(try await isRaising(options, files)) { continue }
      if options.strategy == .lockfileOnly { throw site.excludes(text) }
      if widens == nil { widens = try await isWidening(options.strategy, files) }
      let after = widens == true ? style.widened(to: version) : style.raised(to: version)
      guard let after else { throw site.isNotEditable }
      if after != site.text {
        result.append(
          ManifestEdit(
            path: site.path, name: target.name, range: site.node.range, before: site.text,
            after: after))
      }
    }
    return result
  }
}

/// A place in a manifest that names a package with a requirement.
struct WishSite {
  var path: String
  var node: JSON.Node
  var text: String { node.string ?? "" }

  func excludes(_ version: String) -> Problem {
    Problem(
      .unsolvable, "excludes \(version), and the strategy leaves manifests alone", subject: text,
      at: node.location)
  }

  var isNotEditable: Problem {
    Problem(
      .refused, "is a requirement whose style martlet cannot keep", subject: text,
      at: node.location)
  }
}

extension ProjectFiles {
  /// Where the manifests name a package: their sections and the root's plain overrides.
  func wishes(for name: String) -> [WishSite] {
    var result: [WishSite] = []
    for manifest in manifests {
      for section in DirectWish.sections + ["overrides"] {
        guard let node = manifest.document.root[section]?[name], node.kind == .string else {
          continue
        }
        result.append(WishSite(path: manifest.path, node: node))
      }
    }
    return result
  }

  /// Returns the registry's name of a package: for an alias another one.
  ///
  /// The manifests decide; the lock knows the aliases that dependencies bring along.
  func realName(of name: String) -> String {
    let wishes = wishes(for: name)
    if let real = wishes.lazy.compactMap({ Requested.aliased($0.text) }).first { return real }
    return wishes.isEmpty ? lockedTree.packageName(of: name) ?? name : name
  }

  /// The project with its manifests edited, read again to prove that nothing else changed.
  func applying(_ edits: [ManifestEdit]) throws(Problem) -> ProjectFiles {
    var result = self
    for (index, manifest) in manifests.enumerated() {
      let mine = edits.filter { $0.path == manifest.path }
      if mine.isEmpty { continue }
      let replacements = mine.map { edit in
        Replacement(
          file: manifest.path, range: edit.range, text: Value.string(edit.after).text(.compact))
      }
      let source: SourceText
      do throws(ReplacementError) {
        source = try manifest.document.source.applying(replacements)
      } catch {
        throw Problem(.failed, "has two edits in one place", subject: manifest.path)
      }
      result.manifests[index].document = try Self.proven(source, manifest.document, mine)
    }
    return result
  }

  /// Reads an edited manifest again: it has the new requirements, and as many wishes as before.
  private static func proven(
    _ source: SourceText, _ old: Document, _ edits: [ManifestEdit]
  ) throws(Problem) -> Document {
    let document = try Manifest.document(source)
    let expected = Self.texts(old).map { text in
      edits.first { $0.range == text.range }?.after ?? text.text
    }
    guard Self.texts(document).map(\.text) == expected else {
      throw Problem(.failed, "would not read back as it was meant", subject: source.file)
    }
    return document
  }

  /// All texts of a manifest's sections, in order.
  private static func texts(
    _ document: Document
  ) -> [(text: String, range: Swift.Range<Int>)] {
    var result: [(text: String, range: Swift.Range<Int>)] = []
    for section in DirectWish.sections + ["overrides"] {
      for member in document.root[section]?.members ?? [] {
        if let text = member.value.string { result.append((text, member.value.range)) }
      }
    }
    return result
  }

  /// Files that differ from those of another state of the project.
  func changes(from old: ProjectFiles) -> [FileChange] {
    zip(old.manifests, manifests).compactMap { old, new in
      let (before, after) = (old.document.source.bytes, new.document.source.bytes)
      return before == after ? nil : FileChange(path: new.path, before: before, after: after)
    }
  }
}
