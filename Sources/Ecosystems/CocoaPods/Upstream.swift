package import Ecosystem

extension CocoaPodsEcosystem {
  /// Reads the podspec of the new version: its repository, its homepage, and whether it is
  /// deprecated.
  package func upstream(
    of dependency: Dependency, from old: String, to new: String
  ) async throws(Problem) -> Upstream {
    guard let source = dependency.source else { return Upstream() }
    guard let podspec = try await library.podspec(of: dependency, at: new) else {
      return Upstream(addresses: [source])
    }
    var upstream = Upstream(
      addresses: [podspec.sourceRepository, podspec.text("homepage")].compactMap(\.self))
    if let message = podspec.deprecation {
      upstream.warnings.append(
        .deprecated(package: dependency.name, version: new, message: message))
    }
    return upstream
  }

  /// Returns nothing: podspecs name no publishers, and what they run is the same in every version.
  package func warnings(about change: Change) -> [Warning] { [] }
}

extension PodLibrary {
  /// Reads the podspec of a version; nil if no repository of specs has it.
  func podspec(of dependency: Dependency, at text: String) async throws(Problem) -> Podspec? {
    guard let source = dependency.source, let version = PodVersion(text) else { return nil }
    let isTrunk = source.hasPrefix(PodPage.base)
    let repository = isTrunk ? SpecRepository.trunk : SpecRepository(source)
    var metadata = PodMetadata()
    let repositoryDocument = PodDocument.repository(repository)
    metadata.add(try await fetch(repositoryDocument, metadata), for: repositoryDocument)
    let versions = PodDocument.versions(repository, dependency.name)
    metadata.add(try await fetch(versions, metadata), for: versions)
    // A pod from a git repository of its own isn't in a repository of specs.
    guard metadata.versions[versions]?.contains(version) == true else { return nil }
    let document = PodDocument.spec(repository, dependency.name, version)
    guard case .spec(let spec) = try await fetch(document, metadata) else { return nil }
    return spec.podspec
  }
}

extension PodProject {
  /// Reads the podspec of the locked version, which names a successor.
  func standing(
    of dependency: Dependency, among releases: [Release]
  ) async throws(Problem) -> PackageStatus? {
    guard let current = dependency.current else { return nil }
    let podspec = try await library.podspec(of: dependency, at: current)
    return podspec?.deprecation.map {
      .deprecated(message: $0, successor: podspec?.text("deprecated_in_favor_of"))
    }
  }
}

extension Podspec {
  /// The text of an attribute of the pod; nil if it has none.
  func text(_ attribute: String) -> String? { specs[0].attributes[attribute]?.string }

  /// The git repository that the pod is downloaded from.
  var sourceRepository: String? { specs[0].attributes["source"]?.table?["git"]?.string }

  /// Why the pod shouldn't be used any longer; nil if it isn't deprecated.
  var deprecation: String? {
    if let other = text("deprecated_in_favor_of") { return "deprecated in favor of \(other)" }
    return specs[0].attributes["deprecated"] == .bool(true) ? "deprecated" : nil
  }
}
