import Crypto
import Ecosystem
import Git
import Impact
import SwiftSources
import Text

extension PodProject: ComparedProject {
  var useScanner: UseScanner { .swiftAndObjectiveC }

  func modules(of dependency: Dependency, at version: String) async throws(Problem) -> Set<String> {
    [try await podspec(of: dependency.name, at: version).moduleName]
  }

  func publicAPI(
    of dependency: Dependency, at version: String, in modules: Set<String>, _ limits: ScanLimits
  ) async throws(Problem) -> PublicAPI {
    let podspec = try await podspec(of: dependency.name, at: version)
    let names = (lock?.pods ?? []).map(\.name).filter { $0.podRoot == dependency.name }
    let sources = PodSources(podspec, used: names.isEmpty ? [dependency.name] : names)
    let files = try await tree(of: podspec, version).files { sources.contains($0) }
    var api = sources.publicAPI(in: modules, of: files, limits)
    api.add(podspec, needing: Set(podfile.unknownPlatforms.map(\.name)))
    return api
  }

  /// Fetches the podspec of a version from its repository of specs.
  private func podspec(of root: String, at version: String) async throws(Problem) -> Podspec {
    let line = declared.first { $0.dependency.root == root }?.dependency
    guard line?.external == nil, lock?.externalSources[root] == nil else {
      throw Problem(
        .refused, "comes from a repository, a folder or a podspec that the Podfile names",
        subject: root)
    }
    guard let number = PodVersion(version) else {
      throw Problem(.usage, "has no version \(version)", subject: root)
    }
    return try await PodspecSource(project: self).podspec(
      of: root, number, in: line?.repository ?? lock?.repository(of: root))
  }

  /// Returns the commit that a podspec names.
  private func tree(of podspec: Podspec, _ version: String) async throws(Problem) -> GitTree {
    let origin: MigrationOrigin
    switch PodOrigin(podspec.specs[0].attributes["source"], version) {
    case .found(let found): origin = found
    case .obstacle(let obstacle):
      throw Problem(.refused, obstacle.message, subject: podspec.name)
    }
    let references = try await library.git.podReferences(origin.repository)
    let reference: Reference?
    switch origin.reference {
    case .tag(let tag): reference = references.first { $0.name == "refs/tags/\(tag)" }
    case .commit(let commit), .branch(_, let commit):
      reference =
        references.first { $0.commit == commit } ?? Reference(name: commit, commit: commit)
    }
    guard let reference else {
      throw Problem(
        .failed, "lacks the tag that the podspec of \(podspec.name) \(version) names",
        subject: origin.repository)
    }
    return GitTree(git: library.git, url: origin.repository, reference: reference)
  }
}

extension PodSources {
  /// Reads what the module offers.
  ///
  /// Headers are compared as a whole: the names by which Swift imports them aren't worked out.
  ///
  /// - Parameters:
  ///   - modules: the modules to read.
  ///   - files: the Swift sources and headers of the pod by path.
  ///   - limits: how much is read.
  /// - Returns: the declarations with the gaps.
  func publicAPI(
    in modules: Set<String>, of files: [String: [UInt8]], _ limits: ScanLimits
  ) -> PublicAPI {
    let paths = files.keys.sorted()
    let swift = paths.filter { $0.hasSuffix(".swift") }
    let reader = InterfaceReader([module], files: files, limits: limits) { name in
      guard name == module else { return nil }
      return SwiftModule(name, paths: swift, gaps: gaps)
    }
    var api = reader.read(modules)
    let headers = paths.filter { !$0.hasSuffix(".swift") }
    if !headers.isEmpty {
      var gap = PublicAPI.Gap("has headers, whose declarations aren't compared")
      var bytes: [UInt8] = []
      for path in headers { bytes += Array("\(path)\n".utf8) + (files[path] ?? []) + [0] }
      gap.identity = Digest(.sha256, of: bytes).hexadecimal
      api.gaps.append(gap)
    }
    return api
  }
}

extension PublicAPI {
  private static let systems = [
    "ios": "iOS", "osx": "macOS", "tvos": "tvOS", "watchos": "watchOS", "visionos": "visionOS",
  ]

  /// Adds what a podspec says about the version.
  ///
  /// The resolution has compared the platforms of the Podfile with those of the pod, unless the Podfile
  /// computes them.
  fileprivate mutating func add(_ podspec: Podspec, needing unknown: Set<String>) {
    for platform in podspec.platforms(0) {
      guard let target = platform.target, let system = Self.systems[platform.name] else { continue }
      if unknown.contains(platform.name) {
        needs[system] = target.text
      } else {
        facts["the lowest version of \(system)"] = target.text
      }
    }
    let licence = podspec.specs[0].attributes["license"]
    if let text = licence?.string ?? licence?.table?["type"]?.string { facts["the licence"] = text }
  }
}
