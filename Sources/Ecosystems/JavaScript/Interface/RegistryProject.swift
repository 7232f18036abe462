import Archives
package import Ecosystem
package import HTTP
package import Impact
import JSON
import Text

/// A project whose packages are tarballs of npm registries.
package protocol RegistryProject: ComparedProject {
  /// The client for registries, whose layers have caches, mirrors and credentials.
  var registryClient: HTTP.Client { get }
  /// The documents of the pass.
  var knownPackuments: KnownPackuments { get }
}

extension RegistryProject {
  /// Scripts use packages by what their imports bind.
  package var useScanner: UseScanner { .javaScript }

  /// Returns the package and the paths of its `exports`.
  package func modules(
    of dependency: Dependency, at version: String
  ) async throws(Problem) -> Set<String> {
    let package = try await package(dependency, version, ScanLimits())
    return Set(package.entries.keys).union([ScriptPackage.importedName(of: dependency.name)])
  }

  /// Reads the exports of a version's tarball.
  package func publicAPI(
    of dependency: Dependency, at version: String, in modules: Set<String>, _ limits: ScanLimits
  ) async throws(Problem) -> PublicAPI {
    var package = try await package(dependency, version, limits)
    return package.read(modules)
  }

  private func package(
    _ dependency: Dependency, _ version: String, _ limits: ScanLimits
  ) async throws(Problem) -> ScriptPackage {
    let subject = "\(dependency.name)@\(version)"
    guard let page = dependency.source.flatMap(PackagePage.init) else {
      throw Problem(.refused, "does not come from a registry", subject: dependency.name)
    }
    let settings = Settings(SourceText(file: ".npmrc", "registry=\(page.registry)"))
    let packument: Packument
    do throws(LookUpFailure) {
      let registry = Registry(client: registryClient, settings: settings, known: knownPackuments)
      packument = try await registry.packument(of: page.name, .full)
    } catch {
      throw error.problem
    }
    guard let manifest = packument[version] else {
      throw Problem(.usage, "has no version \(version)", subject: dependency.name)
    }
    try manifest.checkDistribution()
    let dist = try manifest.read()["dist"]
    guard
      let bytes = try await TarballClient(registryClient).tarball(
        dist?["tarball"]?.string ?? "", of: subject, limit: TarballClient.Limits.usual.tarball)
    else { throw Problem(.refused, "has a tarball that is too large to compare", subject: subject) }
    let digests =
      dist?["integrity"]?.string ?? dist?["shasum"]?.string.flatMap(Integrity.ofSHA1) ?? ""
    guard Integrity.verify(bytes, digests) == true else {
      throw Problem(
        .failed, "has a tarball with another digest than the registry's", subject: subject)
    }
    return try ScriptPackage(
      tarball: bytes, of: ScriptPackage.importedName(of: dependency.name), subject, limits)
  }
}

extension ScriptPackage {
  /// Reads the files of a tarball that can have declarations.
  fileprivate init(
    tarball: [UInt8], of name: String, _ subject: String, _ limits: ScanLimits
  ) throws(Problem) {
    let endings = [".d.ts", ".d.mts", ".d.cts", ".js", ".mjs", ".cjs"]
    let tarball = try Tarball(
      gzip: tarball, of: subject, limit: TarballClient.Limits.usual.content
    ) { path in
      path == "package.json" || endings.contains { path.hasSuffix($0) } && !path.contains(".min.")
    }
    var files: [String: [UInt8]] = [:]
    for entry in tarball.entries {
      if case .file(let bytes, _) = entry.content, !bytes.isEmpty { files[entry.path] = bytes }
    }
    guard let text = files["package.json"] else {
      throw Problem(.failed, "has no package.json in its tarball", subject: subject)
    }
    let manifest = try Manifest.document(SourceText(file: "package.json", bytes: text))
    self.init(name: name, files: files, manifest: manifest.root, limits: limits)
    size = tarball.size
  }
}
