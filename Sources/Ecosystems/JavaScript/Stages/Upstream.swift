package import Ecosystem
package import HTTP
import JSON
import Text

extension PackagePage {
  /// Fetches the addresses of a project and the warnings about a step between two versions.
  ///
  /// Reads `repository`, `homepage` and `bugs` of the new version, then of the newest version with
  /// one of them, as Dependabot does.
  ///
  /// - Parameters:
  ///   - old: the version before the step.
  ///   - new: the version after the step.
  ///   - client: has caches, mirrors and credentials.
  ///   - known: the documents of the pass.
  /// - Returns: addresses and warnings.
  /// - Throws: `Problem` if the registry does not answer.
  package func upstream(
    from old: String, to new: String, _ client: HTTP.Client,
    _ known: KnownPackuments = KnownPackuments()
  ) async throws(Problem) -> Upstream {
    var upstream = Upstream()
    let packument = try await packument(client, known)
    let newest = packument.distTags["latest"].flatMap { packument[$0] }
    let candidates = [packument[new], newest].compactMap(\.self) + packument.versions.reversed()
    for manifest in candidates where upstream.addresses.isEmpty {
      let node = try manifest.read()
      upstream.addresses = node.addresses
      upstream.directory = node["repository"]?["directory"]?.string
    }
    if let before = packument[old], let after = packument[new] {
      upstream.warnings = try packument.warnings(from: before, to: after)
    }
    return upstream
  }

  /// Fetches the full document.
  private func packument(
    _ client: HTTP.Client, _ known: KnownPackuments
  ) async throws(Problem) -> Packument {
    let settings = Settings(SourceText(file: ".npmrc", "registry=\(registry)"))
    do throws(LookUpFailure) {
      return try await Registry(client: client, settings: settings, known: known)
        .packument(of: name, .full)
    } catch {
      throw error.problem
    }
  }
}

/// Fields of a version's manifest in a registry.
extension JSON.Node {
  /// The addresses of the project, the most useful first.
  fileprivate var addresses: [String] {
    let fields = [
      repository, self["homepage"]?.string,
      self["bugs"]?.string ?? self["bugs"]?["url"]?.string,
    ]
    return fields.compactMap(\.self).filter { !$0.isEmpty }
  }

  fileprivate var repository: String? {
    let text = self["repository"]?.string ?? self["repository"]?["url"]?.string
    return text?.isEmpty == true ? nil : text
  }

  fileprivate var publisher: String? { self["_npmUser"]?["name"]?.string }

  fileprivate var hasProvenance: Bool { self["dist"]?["attestations"]?.kind == .object }

  /// Whether npm runs a script during installation; a `binding.gyp` counts too.
  fileprivate var hasInstallScript: Bool {
    self["hasInstallScript"]?.bool == true
      || ["preinstall", "install", "postinstall"].contains {
        self["scripts"]?[$0]?.string?.isEmpty == false
      }
  }
}

extension Packument {
  /// Returns the differences between two versions that a reviewer should know.
  fileprivate func warnings(
    from old: VersionManifest, to new: VersionManifest
  ) throws(Problem) -> [Warning] {
    var warnings: [Warning] = []
    let (before, after) = (try old.read(), try new.read())
    if after.hasInstallScript, !before.hasInstallScript {
      warnings.append(.installScript(package: name, version: new.key))
    }
    if let from = before.publisher, after.publisher == nil {
      warnings.append(.publisherLost(package: name, version: new.key, from: from))
    }
    // A provenance statement proves the repository and the workflow that published the version, with
    // the account of a service.
    if let publisher = after.publisher, !after.hasProvenance, let version = old.version {
      var known: Set<String> = []
      for manifest in versions where manifest.version.map({ $0 <= version }) ?? false {
        if let earlier = try manifest.read().publisher { known.insert(earlier) }
      }
      if !known.isEmpty, !known.contains(publisher) {
        warnings.append(.newPublisher(package: name, publisher: publisher))
      }
    }
    if let from = before.repository, after.repository == nil {
      warnings.append(.repositoryLost(package: name, version: new.key, from: from))
    } else if let from = before.addresses.first, let to = after.addresses.first,
      plainAddress(from) != plainAddress(to)
    {
      warnings.append(.repositoryMoved(package: name, from: from, to: to))
    }
    if before.hasProvenance, !after.hasProvenance {
      warnings.append(.provenanceLost(package: name, version: new.key))
    }
    if let message = new.deprecated {
      warnings.append(.deprecated(package: name, version: new.key, message: message))
    }
    return warnings
  }
}

/// Normalizes an address: removes scheme, user, `.git` and case.
private func plainAddress(_ address: String) -> String {
  var text = address.lowercased()[...]
  if let scheme = text.firstRange(of: "://") { text = text[scheme.upperBound...] }
  if text.hasPrefix("git@") { text = text.dropFirst(4) }
  if text.hasPrefix("github:") { return plainAddress("github.com/" + text.dropFirst(7)) }
  text = text.prefix { $0 != "#" }
  if text.hasPrefix("www.") { text = text.dropFirst(4) }
  if text.hasSuffix("/") { text = text.dropLast() }
  if text.hasSuffix(".git") { text = text.dropLast(4) }
  return String(text).replacing(":", with: "/")
}
