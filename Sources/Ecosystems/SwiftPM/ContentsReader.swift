import Ecosystem
import SwiftSources
import Text

/// Reads a project's files into `Contents`.
struct ContentsReader: Sendable {
  let tree: SourceTree
  let tools: ToolsVersion

  func read(_ project: Project) async throws(Problem) -> Contents {
    if project.isPackage { return try await readPackage(project) }
    if project.manifest.hasSuffix(".swift") { return try await readTuist(project) }
    return try await readXcode(project)
  }

  func text(_ path: String) async throws(Problem) -> SourceText { try await tree.read(path) }

  private func readPackage(_ project: Project) async throws(Problem) -> Contents {
    let folder = Path.folder(of: project.manifest)
    let lockPath = Path.join(folder, "Package.resolved")
    var contents = Contents(project: project, lockPath: lockPath)
    try await addSettings(Path.join(folder, ".swiftpm/configuration"), to: &contents)
    try await addRoot(folder, to: &contents)
    try await addLocals(to: &contents)
    try await addLock(to: &contents)
    return contents
  }

  /// Reads the registries and mirrors that a configuration folder names.
  func addSettings(
    _ folder: String, to contents: inout Contents
  ) async throws(Problem) {
    let registries = Path.join(folder, "registries.json")
    if tree.listing.contains(registries) {
      contents.registries = try Registries(try await text(registries))
    }
    let mirrors = Path.join(folder, "mirrors.json")
    if tree.listing.contains(mirrors) {
      contents.mirrors = try LocationMirrors(try await text(mirrors))
    }
  }

  func addLock(to contents: inout Contents) async throws(Problem) {
    guard tree.listing.contains(contents.lockPath) else { return }
    let text = try await text(contents.lockPath)
    contents.lockText = text
    contents.lock = try ResolvedFile(text)
  }

  /// Reads a package's manifests and adds it to the roots, with all the places of its dependencies.
  func addRoot(
    _ folder: String, to contents: inout Contents
  ) async throws(Problem) {
    let reader = contents.reader(tools: tools)
    let (chosen, variants) = try await manifests(in: folder)
    let manifest = try read(chosen, by: reader).mirrored(by: contents.mirrors)
    let reference = PackageReference(identity(of: folder), kind: .root, location: absolute(folder))
    contents.roots.append(Inputs.Local(reference: reference, manifest: manifest))
    contents.originManifests.append(chosen.bytes)
    contents.folders.insert(folder)
    try add(manifest, chosen, variants, by: reader, to: &contents)
  }

  /// Adds every place that declares a dependency in a manifest and in those for other tools.
  private func add(
    _ manifest: PackageManifest, _ chosen: SourceText, _ variants: [SourceText],
    by reader: ManifestReader, to contents: inout Contents
  ) throws(Problem) {
    try add(manifest, chosen, by: reader, to: &contents)
    for variant in variants where variant.file != chosen.file {
      do throws(Problem) {
        let other = try read(variant, by: reader).mirrored(by: contents.mirrors)
        try add(other, variant, by: reader, to: &contents)
      } catch {
        contents.unread.append(error)
      }
    }
  }

  /// Adds every place of a manifest that declares a dependency.
  private func add(
    _ manifest: PackageManifest, _ text: SourceText, by reader: ManifestReader,
    to contents: inout Contents
  ) throws(Problem) {
    contents.declarations += declarations(manifest, text)
    do throws(ManifestError) {
      let others = try reader.alternatives(in: text, besides: manifest.dependencies)
      contents.alternatives += others.map {
        Contents.Declaration(dependency: $0.mirrored(by: contents.mirrors), text: text)
      }
    } catch {
      throw text.problem(of: error)
    }
  }

  private func declarations(
    _ manifest: PackageManifest, _ text: SourceText
  ) -> [Contents.Declaration] {
    let development = manifest.developmentPackages
    return manifest.dependencies.map {
      Contents.Declaration(
        dependency: $0, text: text, isDevelopment: development.contains($0.identity))
    }
  }

  private func read(
    _ text: SourceText, by reader: ManifestReader
  ) throws(Problem) -> PackageManifest {
    var manifest: PackageManifest
    do throws(ManifestError) {
      manifest = try reader.read(text)
    } catch {
      throw text.problem(of: error)
    }
    let folder = Path.folder(of: text.file)
    for index in manifest.dependencies.indices {
      guard case .path(let path) = manifest.dependencies[index].source else { continue }
      guard let target = Path.normalized(path, in: folder) else {
        throw Problem(
          .refused, "depends on a folder outside the repository", subject: path,
          at: text.location(at: manifest.dependencies[index].range.lowerBound),
          advice: "only folders of the same repository can be read")
      }
      manifest.dependencies[index].source = .path(absolute(target))
    }
    return manifest
  }

  /// The path of a folder if the tree were checked out below `/`; its last part is its identity.
  private func absolute(_ folder: String) -> String {
    folder.isEmpty ? "/\(tree.name)" : "/\(tree.name)/\(folder)"
  }

  private func relative(_ path: String) -> String {
    String(path.dropFirst(tree.name.utf8.count + 1).drop { $0 == "/" })
  }

  /// The manifest that counts in a folder, and all of them.
  private func manifests(
    in folder: String
  ) async throws(Problem) -> (chosen: SourceText, variants: [SourceText]) {
    var files: [String: SourceText] = [:]
    for path in tree.listing.files(in: folder) {
      let name = Path.name(of: path)
      if ManifestChoice.isManifest(name) { files[name] = try await text(path) }
    }
    guard let chosen = ManifestChoice.pick(files, tools: tools) else {
      guard tree.listing.holdsFolder(folder) else {
        throw Problem(
          .refused, "is a local package that is not in the repository", subject: folder,
          advice: "if a tool makes it and git ignores it, its dependencies are not known here")
      }
      throw Problem(.failed, "has no Package.swift", subject: folder.isEmpty ? "/" : folder)
    }
    let asked = ManifestChoice.toolsVersion(of: chosen)
    guard asked <= tools else {
      throw Problem(
        .failed, "requires tools \(asked), newer than \(tools)", subject: chosen.file,
        at: chosen.location(at: 0), advice: "set `toolchains: {swift: …}` to a newer version")
    }
    return (chosen, files.keys.sorted().compactMap { files[$0] })
  }

  /// The identity that SwiftPM gives a folder: its name, which for the root is the checkout's.
  func identity(of folder: String) -> PackageIdentity {
    PackageIdentity(location: folder.isEmpty ? tree.name : folder)
  }

  /// Reads the packages of folders that are depended on, and theirs.
  func addLocals(to contents: inout Contents) async throws(Problem) {
    var open = contents.roots
    while let local = open.popLast() {
      for index in local.manifest.dependencies.indices {
        guard case .path(let path) = local.manifest.dependencies[index].source else { continue }
        let folder = relative(path)
        let identity = identity(of: folder)
        let isKnown =
          contents.locals[identity] != nil
          || contents.roots.contains { $0.reference.identity == identity }
        if isKnown { continue }
        let next = try await localPackage(folder, to: &contents)
        contents.locals[identity] = next
        open.append(next)
      }
    }
  }

  /// Reads a package of a folder; its dependencies can be updated like those of the roots.
  private func localPackage(
    _ folder: String, to contents: inout Contents
  ) async throws(Problem) -> Inputs.Local {
    let (chosen, variants) = try await manifests(in: folder)
    let reader = contents.reader(tools: tools)
    let manifest = try read(chosen, by: reader).mirrored(by: contents.mirrors)
    contents.folders.insert(folder)
    try add(manifest, chosen, variants, by: reader, to: &contents)
    let reference = PackageReference(identity(of: folder), kind: .local, location: absolute(folder))
    return Inputs.Local(reference: reference, manifest: manifest)
  }
}
