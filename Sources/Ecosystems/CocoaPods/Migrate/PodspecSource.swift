import Ecosystem
import Text

/// Fetches the podspecs of locked pods, with everything that decides a move.
struct PodspecSource: Sendable {
  let project: PodProject
  /// What each repository of specs is, fetched once.
  private let kinds: [SpecRepository: Once<PodMetadata>]

  init(project: PodProject) throws(Problem) {
    self.project = project
    let named = (project.lock?.repositories.keys.sorted() ?? []).map { SpecRepository($0) }
    let all = try project.repositories + named
    kinds = Dictionary(all.map { ($0, Once<PodMetadata>()) }) { first, _ in first }
  }

  /// Where the podspec of a pod is.
  enum Found: Sendable {
    /// In a repository of specs.
    case podspec(Podspec)
    /// At the source that the Podfile names.
    case external(Podspec, ExternalSource)
    /// In a folder of this repository.
    case folder(String)
    /// The lock doesn't have the pod.
    case none
  }

  /// Fetches the podspec of a pod at its locked version.
  func published(_ root: String) async throws(Problem) -> Found {
    guard let lock = project.lock, let text = lock.version(of: root) else { return .none }
    let line = project.declared.first { $0.dependency.root == root }?.dependency
    if let source = line?.external ?? lock.externalSources[root] {
      if let path = source["path"] { return .folder(path) }
      let used = source["podspec"] == nil ? lock.checkoutOptions[root] ?? source : source
      let pod = try await project.library.external(
        root, used, folder: project.folder, in: project.tree)
      return .external(pod.podspec, source)
    }
    guard let version = PodVersion(text) else {
      throw Problem(.failed, "has a malformed version in the lock", subject: "\(root) \(text)")
    }
    let named = line?.repository ?? lock.repository(of: root)
    return .podspec(try await podspec(of: root, version, in: named))
  }

  /// Fetches the podspec of a version with all attributes.
  ///
  /// - Parameters:
  ///   - root: the pod without subspecs.
  ///   - version: the version.
  ///   - named: the repository of specs that the Podfile or the lock names; nil: the first that has it.
  /// - Returns: the podspec.
  /// - Throws: a failure if no repository has the version, or if one doesn't respond.
  func podspec(
    of root: String, _ version: PodVersion, in named: String?
  ) async throws(Problem) -> Podspec {
    let repository = try await repository(of: root, version, named)
    let known = try await metadata(of: repository)
    return try await project.library.spec(of: root, version, in: repository, known, .all).podspec
  }

  /// The repository of specs that has a version; locks before CocoaPods 1.5 don't name it.
  private func repository(
    of root: String, _ version: PodVersion, _ named: String?
  ) async throws(Problem) -> SpecRepository {
    if let named { return SpecRepository(named) }
    for repository in try project.repositories {
      let document = PodDocument.versions(repository, root)
      let known = try await metadata(of: repository)
      if case .versions(let versions) = try await project.library.fetch(document, known),
        versions.contains(version)
      {
        return repository
      }
    }
    throw Problem(
      .failed, "is in none of the repositories of specs", subject: "\(root) \(version)")
  }

  /// Finds out what a repository of specs is.
  private func metadata(of repository: SpecRepository) async throws(Problem) -> PodMetadata {
    let kind = kinds[repository] ?? Once()
    return try await kind.value { [library = project.library] () async throws(Problem) in
      var known = PodMetadata()
      let document = PodDocument.repository(repository)
      known.add(try await library.fetch(document, known), for: document)
      return known
    }
  }
}
