import Ecosystem
import JSON
import JavaScript
import Synchronization

/// Requirements of libraries are widened and those of applications are raised, as in Dependabot.
extension NPMEcosystem {
  /// Whether requirements are extended by new versions instead of raised.
  func isWidening(
    _ strategy: VersioningStrategy, _ files: ProjectFiles
  ) async throws(Problem) -> Bool {
    switch strategy {
    case .widen: true
    case .auto: try await isLibrary(files)
    case .increase, .increaseIfNecessary, .lockfileOnly: false
    }
  }

  /// Whether requirements are raised even if they allow the new version.
  func isRaising(_ options: UpdateOptions, _ files: ProjectFiles) async throws(Problem) -> Bool {
    switch options.strategy {
    case .increase: true
    case .auto where options.raises: try await !isLibrary(files)
    case .auto, .widen, .increaseIfNecessary, .lockfileOnly: false
    }
  }

  /// Whether the project is published: its registry has it with the same description.
  ///
  /// - Throws: `Problem` if the registry does not answer: the project could be either.
  private func isLibrary(_ files: ProjectFiles) async throws(Problem) -> Bool {
    let manifest = files.manifests[0].document.root
    guard manifest["private"]?.isTruthy != true, let name = manifest["name"]?.string,
      manifest["version"]?.string != nil, let own = manifest["description"]?.string
    else { return false }
    let registry = Registry(client: http, settings: files.settings)
    return try await published.answer(for: "\(name)\n\(own)") { () async throws(Problem) in
      let packument: Packument
      do throws(LookUpFailure) {
        packument = try await registry.packument(of: name, .full)
      } catch {
        if [.notFound, .invalidName].contains(error.reason) { return false }
        throw error.leavingOpen(name)
      }
      let latest = packument.distTags["latest"].flatMap { packument[$0] }
      return try latest?.read()["description"]?.string == own
    }
  }
}

extension LookUpFailure {
  /// Reports that it is unknown whether a project is a library.
  fileprivate func leavingOpen(_ project: String) -> Problem {
    Problem(
      .failed,
      "could be a published library or not, which decides how its requirements change: "
        + problem.clause,
      subject: project,
      advice: "set versioning-strategy in dependabot.yml, or \"private\": true in package.json")
  }
}

extension Problem {
  /// The subject and the message, to follow a colon.
  fileprivate var clause: String { [subject, message].compactMap(\.self).joined(separator: " ") }
}

/// Which projects are published; each is looked up once in the lifetime of an ecosystem.
///
/// A failure is not remembered.
final class PublishedProjects: Sendable {
  private let known = Mutex<[String: Bool]>([:])

  func answer(
    for project: String, asking: () async throws(Problem) -> Bool
  ) async throws(Problem) -> Bool {
    if let answer = known.withLock({ $0[project] }) { return answer }
    let answer = try await asking()
    known.withLock { $0[project] = answer }
    return answer
  }
}
