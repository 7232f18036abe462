import Ecosystem
import JSON
import Synchronization

/// Libraries are widened and applications raised: what tells them apart, as with Dependabot.
extension NPMEcosystem {
  /// Whether new versions are let in beside the old ones.
  func isWidening(_ strategy: VersioningStrategy, _ files: ProjectFiles) async -> Bool {
    switch strategy {
    case .widen: true
    case .auto: await isLibrary(files)
    case .increase, .increaseIfNecessary, .lockfileOnly: false
    }
  }

  /// Whether requirements are raised that let the version in.
  func isRaising(_ options: UpdateOptions, _ files: ProjectFiles) async -> Bool {
    switch options.strategy {
    case .increase: true
    case .auto where options.raises: await !isLibrary(files)
    case .auto, .widen, .increaseIfNecessary, .lockfileOnly: false
    }
  }

  /// Whether the project is published: its registry knows it by the same description.
  private func isLibrary(_ files: ProjectFiles) async -> Bool {
    let manifest = files.manifests[0].document.root
    guard manifest["private"]?.isTruthy != true, let name = manifest["name"]?.string,
      manifest["version"]?.string != nil, let own = manifest["description"]?.string
    else { return false }
    let registry = Registry(client: http, settings: files.settings)
    return await published.answer(for: "\(name)\n\(own)") {
      guard let packument = try? await registry.packument(of: name, .full),
        let latest = packument.distTags["latest"]
      else { return false }
      return packument[latest]?.node["description"]?.string == own
    }
  }
}

/// Which projects are published, asked once for as long as an ecosystem lives.
final class PublishedProjects: Sendable {
  private let known = Mutex<[String: Bool]>([:])

  func answer(for project: String, asking: () async -> Bool) async -> Bool {
    if let answer = known.withLock({ $0[project] }) { return answer }
    let answer = await asking()
    known.withLock { $0[project] = answer }
    return answer
  }
}
