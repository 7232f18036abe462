import Archives
import Crypto
import Ecosystem
import Gems
import Impact
import Ruby

extension BundlerProject: ComparedProject {
  var useScanner: UseScanner { .ruby }

  /// Returns the gem's name: Bundler loads gems without a line in the sources that use them.
  func modules(of dependency: Dependency, at version: String) async throws(Problem) -> Set<String> {
    [dependency.name]
  }

  func publicAPI(
    of dependency: Dependency, at version: String, in modules: Set<String>, _ limits: ScanLimits
  ) async throws(Problem) -> PublicAPI {
    let (spec, servers) = try await variant(of: dependency, at: version)
    let archive = try await archive(of: spec, on: servers)
    var reader = RubyInterface(files: archive.files, folders: archive.folders, limits: limits)
    var api = reader.read()
    api.modules = modules
    api.size = archive.size
    if !archive.licences.isEmpty {
      api.facts["the licence"] = archive.licences.joined(separator: ", ")
    }
    api.companions = Set(spec.dependencies.map { "\($0.name) \($0.requirement)" })
    // The resolution has compared a known Ruby with it.
    if let ruby = spec.requiredRuby, !ruby.isAny, state.toolchain.rubyOrigin == nil {
      api.needs["Ruby"] = "\(ruby)"
    }
    return api
  }

  /// Returns the variant of a version that is for any platform, with the servers that have it.
  private func variant(
    of dependency: Dependency, at version: String
  ) async throws(Problem) -> (GemSpec, RubygemsSource) {
    let sources = try await foundSources()
    guard case .rubygems(let servers) = sources[dependency.name] else {
      throw Problem(
        .refused, "comes from a repository or a folder, which are not compared",
        subject: dependency.name)
    }
    let need = GemNeed(name: dependency.name, servers: servers)
    let specs = try await ecosystem.index.specs(of: need, sources.definition.rules)
      .filter { $0.version.text == version }
    guard !specs.isEmpty else {
      throw Problem(.usage, "has no version \(version)", subject: dependency.name)
    }
    guard let spec = specs.first(where: { $0.platform == .ruby }) else {
      throw Problem(
        .refused, "has only variants for platforms in version \(version)", subject: dependency.name)
    }
    return (spec, servers)
  }

  /// Fetches a gem from the first server that has it, and compares its digest with the index.
  private func archive(
    of spec: GemSpec, on servers: RubygemsSource
  ) async throws(Problem) -> GemArchive {
    let limits = TarballClient.Limits.usual
    var last: Problem?
    for remote in servers.remotes {
      let bytes: [UInt8]?
      do throws(Problem) {
        let path = CompactIndex.escaped(spec.fullName)
        bytes = try await TarballClient(ecosystem.index.http).tarball(
          "\(remote)gems/\(path).gem", of: spec.fullName, limit: limits.tarball)
      } catch {
        last = error
        continue
      }
      guard let bytes else {
        throw Problem(
          .refused, "has a package that is too large to compare", subject: spec.fullName)
      }
      if let checksum = spec.checksum, Digest(.sha256, of: bytes).hexadecimal != checksum {
        throw Problem(
          .failed, "has a package with another digest than the index", subject: spec.fullName)
      }
      return try GemArchive(bytes, of: spec.fullName, limits: limits)
    }
    throw last ?? Problem(.failed, "has no server", subject: spec.fullName)
  }
}
