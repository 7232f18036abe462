import Crypto
import Ecosystem
import Git
import Text

/// A pod that the Podfile takes from a git repository, a folder or a single podspec.
struct ExternalPod: Sendable {
  var podspec: Podspec
  /// What `CHECKOUT OPTIONS` has; nil if nothing was checked out.
  var checkout: ExternalSource?
  /// The checksum of the lock, if the podspec isn't known and the lock describes the pod instead.
  var lockedChecksum: String?

  /// Returns the SHA-1 of the evaluated podspec in JSON.
  func checksum(_ style: PodspecStyle) -> String {
    lockedChecksum ?? Digest(.sha1, of: podspec.prettyJSON(style)).hexadecimal
  }
}

extension PodLibrary {
  /// Fetches the podspec of an external pod.
  ///
  /// - Parameters:
  ///   - name: the pod without subspecs.
  ///   - source: the options of the Podfile, or those of the lock's checkout.
  ///   - folder: the folder of the Podfile.
  ///   - tree: the project's repository.
  /// - Returns: the podspec with what was checked out.
  /// - Throws: a refusal for a source or a podspec that isn't evaluated.
  func external(
    _ name: String, _ source: ExternalSource, folder: String, in tree: SourceTree
  ) async throws(Problem) -> ExternalPod {
    var pod: ExternalPod
    if let location = source["podspec"] {
      pod = ExternalPod(podspec: try await podspec(location, name, folder, tree))
    } else if let path = source["path"] {
      let file = try Self.path(path, name, folder, tree)
      pod = ExternalPod(podspec: try await PodspecReader(tree: tree).read(file, .all))
    } else if let url = source["git"] {
      pod = try await checkout(name, url, source)
    } else {
      let kind = source.options.keys.sorted().first ?? "?"
      throw Problem(
        .refused, "comes from a source that isn't supported: :\(kind)", subject: name)
    }
    guard pod.podspec.name == name else {
      throw Problem(
        .failed, "has a podspec with another name: \(pod.podspec.name)", subject: name)
    }
    for key in ["summary", "homepage", "source", "authors"]
    where pod.podspec.specs[0].attributes[key] == nil {
      throw Problem(
        .failed, "has a podspec without `\(key)`, which CocoaPods rejects", subject: name)
    }
    return pod
  }

  /// Finds the podspec of a folder: the path itself, or `NAME.podspec` in it.
  private static func path(
    _ written: String, _ name: String, _ folder: String, _ tree: SourceTree
  ) throws(Problem) -> String {
    let isFile = written.hasSuffix(".podspec") || written.hasSuffix(".json")
    let file = isFile ? written : "\(written)/\(name).podspec"
    let whole = TreePath.normalized(file, in: folder)
    for path in [whole, whole.map { $0 + ".json" }].compactMap(\.self)
    where tree.listing.contains(path) {
      return path
    }
    throw Problem(
      .refused, "has its podspec outside of the repository: \(file)", subject: name,
      advice: "martlet reads no files that an installation puts there")
  }

  private func podspec(
    _ location: String, _ name: String, _ folder: String, _ tree: SourceTree
  ) async throws(Problem) -> Podspec {
    guard location.contains("://") else {
      let file = try Self.path(location, name, folder, tree)
      return try await PodspecReader(tree: tree).read(file, .all)
    }
    guard location.hasPrefix("https://") || location.hasPrefix("http://") else {
      throw Problem(.refused, "comes from an address that isn't https", subject: location)
    }
    guard let bytes = try await bytes(location, orMissing: false) else {
      throw Problem(.failed, "doesn't exist", subject: location)
    }
    let text = SourceText(file: location, bytes: bytes)
    return try await PodspecReader(tree: .single(text)).read(location, .all)
  }

  /// Reads the podspec of a git repository.
  private func checkout(
    _ name: String, _ url: String, _ source: ExternalSource
  ) async throws(Problem) -> ExternalPod {
    let references = try await git.podReferences(url)
    var options = source
    if let branch = source["branch"] {
      guard let found = references.first(where: { $0.name == "refs/heads/\(branch)" }) else {
        throw Problem(.failed, "has no branch `\(branch)`", subject: url)
      }
      options.options["branch"] = nil
      options.options["commit"] = .text(found.commit)
    }
    let reference = try Self.reference(options, references, url)
    let isExact = options["commit"] != nil || options["tag"] != nil
    if !isExact { options.options["commit"] = .text(reference.commit) }
    if options.options["submodules"] == .bool(false), !isExact {
      options.options["submodules"] = nil
    }
    let tree = try await GitTree(git: git, url: url, reference: reference).source()
    return ExternalPod(podspec: try await podspec(name, in: tree, url), checkout: options)
  }

  private static func reference(
    _ options: ExternalSource, _ references: [Reference], _ url: String
  ) throws(Problem) -> Reference {
    if let commit = options["commit"] {
      let known = references.filter { $0.commit.hasPrefix(commit) }
      if let found = known.first, Set(known.map(\.commit)).count == 1 { return found }
      guard commit.utf8.count == 40 else {
        throw Problem(
          .refused, "is an abbreviated commit that no branch or tag points to",
          subject: "\(url) \(commit)", advice: "write all 40 digits")
      }
      return Reference(name: commit, commit: commit)
    }
    let wanted = options["tag"].map { ["refs/tags/\($0)", "refs/heads/\($0)"] } ?? ["HEAD"]
    for name in wanted {
      if let found = references.first(where: { $0.name == name }) { return found }
    }
    throw Problem(
      .failed, "has no \(options["tag"].map { "tag `\($0)`" } ?? "default branch")", subject: url)
  }

  /// Finds the podspec with a name among those in the root folder.
  private func podspec(
    _ name: String, in tree: SourceTree, _ url: String
  ) async throws(Problem) -> Podspec {
    let all = tree.listing.files(in: "").filter {
      $0.hasSuffix(".podspec") || $0.hasSuffix(".podspec.json")
    }
    let own = all.filter { $0 == "\(name).podspec" || $0 == "\(name).podspec.json" }
    var found: Podspec?
    for path in own + all.filter({ !own.contains($0) }) where found?.name != name {
      found = try await PodspecReader(tree: tree).read(path, .all)
    }
    guard let found, found.name == name else {
      throw Problem(.failed, "has no podspec of \(name) in its root folder", subject: url)
    }
    return found
  }
}

extension PodfileLock {
  /// Describes a pod by what the lock has of it; nil if it isn't locked.
  ///
  /// It has only the subspecs that the lock lists.
  func podspec(of root: String) -> Podspec? {
    let own = pods.filter { $0.name.podRoot == root }
    guard let first = own.first else { return nil }
    var table = SpecTable([
      ("name", .text(root)), ("version", .text(first.version)), ("default_subspecs", .text("none")),
    ])
    for pod in own { table.add(pod.dependencies, at: pod.name.slashParts().dropFirst()) }
    // The table is well formed, so that a failure means a malformed version.
    var podspec = try? Podspec(attributes: table, file: "Podfile.lock")
    podspec?.inheritsDependencies = false
    return podspec
  }
}

extension SpecTable {
  /// Adds the dependencies of a subspec, and the subspec itself.
  fileprivate mutating func add(_ texts: [String], at path: ArraySlice<Substring>) {
    guard let name = path.first else {
      var dependencies = SpecTable()
      for dependency in texts.compactMap({ PodDependency(lockText: $0) }) {
        let parts = dependency.requirement.isAny ? [] : dependency.requirement.parts
        dependencies[dependency.name] = .list(parts.map { .text($0) })
      }
      self["dependencies"] = .table(dependencies)
      return
    }
    var list = self["subspecs"]?.list ?? []
    let index = list.firstIndex { $0.table?["name"]?.string == String(name) } ?? list.count
    if index == list.count {
      list.append(
        .table(SpecTable([("name", .text(String(name))), ("default_subspecs", .text("none"))])))
    }
    var child = list[index].table ?? SpecTable()
    child.add(texts, at: path.dropFirst())
    list[index] = .table(child)
    self["subspecs"] = .list(list)
  }
}
