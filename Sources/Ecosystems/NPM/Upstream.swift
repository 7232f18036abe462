package import Ecosystem
import JSON
import JavaScript
import Text

extension NPMEcosystem {
  /// Reads the packument: `repository`, `homepage` and `bugs` of the new version, then of the
  /// newest that name any, as Dependabot looks for them.
  package func upstream(
    of dependency: Dependency, from old: String, to new: String
  ) async throws(Problem) -> Upstream {
    var upstream = Upstream()
    guard let page = dependency.source.flatMap(PackagePage.init) else { return upstream }
    let packument = try await packument(of: page)
    let newest = packument.distTags["latest"].flatMap { packument[$0] }
    let candidates = [packument[new], newest].compactMap(\.self) + packument.versions.reversed()
    for manifest in candidates where upstream.addresses.isEmpty {
      let node = try manifest.read()
      upstream.addresses = node.addresses
      upstream.directory = node["repository"]?["directory"]?.string
    }
    if let before = packument[old], let after = packument[new] {
      upstream.cautions = try packument.cautions(from: before, to: after)
    }
    return upstream
  }

  /// The full document, asked for where the dependency's page says.
  private func packument(of page: PackagePage) async throws(Problem) -> Packument {
    let settings = Settings(SourceText(file: ".npmrc", "registry=\(page.registry)"))
    do throws(LookUpFailure) {
      return try await Registry(client: http, settings: settings).packument(of: page.name, .full)
    } catch {
      throw error.problem
    }
  }

  /// Compares the locks' words on install scripts, for every package that moves along too.
  package func cautions(about change: Change) -> [Caution] {
    change.files.flatMap { file -> [Caution] in
      guard file.path.hasSuffix("package-lock.json") || file.path.hasSuffix("npm-shrinkwrap.json"),
        let before = file.before, let after = file.after
      else { return [] }
      let known = Set(ScriptedPackage.all(in: before).map(\.name))
      return ScriptedPackage.all(in: after).filter { !known.contains($0.name) }
        .map { .installScript(package: $0.name, version: $0.version) }
    }
  }
}

/// A package of a lock that runs a script when it is installed.
private struct ScriptedPackage {
  var name: String
  var version: String

  /// All of them, sorted by name and version; none where the lock is of format 1 or unreadable.
  static func all(in lock: [UInt8]) -> [ScriptedPackage] {
    guard let root = try? Document(lock, named: "lock").root else { return [] }
    let found = (root["packages"]?.members ?? []).compactMap { member -> ScriptedPackage? in
      guard member.value["hasInstallScript"]?.bool == true,
        let cut = member.key.ranges(of: "node_modules/").last
      else { return nil }
      let name = member.value["name"]?.string ?? String(member.key[cut.upperBound...])
      return ScriptedPackage(name: name, version: member.value["version"]?.string ?? "")
    }
    return found.sorted { ($0.name, $0.version) < ($1.name, $1.version) }
  }
}

/// What a version's manifest in a registry says.
extension JSON.Node {
  /// Where its makers say that it lives, the best first.
  fileprivate var addresses: [String] {
    let repository = self["repository"]
    let places = [
      repository?.string ?? repository?["url"]?.string, self["homepage"]?.string,
      self["bugs"]?.string ?? self["bugs"]?["url"]?.string,
    ]
    return places.compactMap(\.self).filter { !$0.isEmpty }
  }

  fileprivate var publisher: String? { self["_npmUser"]?["name"]?.string }

  fileprivate var hasProvenance: Bool { self["dist"]?["attestations"]?.kind == .object }

  /// npm runs these three of a dependency, and a build where a `binding.gyp` lies in the package.
  fileprivate var hasInstallScript: Bool {
    self["hasInstallScript"]?.bool == true
      || ["preinstall", "install", "postinstall"].contains {
        self["scripts"]?[$0]?.string?.isEmpty == false
      }
  }
}

extension Packument {
  /// What the registry's words on two versions let a reviewer wonder about.
  fileprivate func cautions(
    from old: VersionManifest, to new: VersionManifest
  ) throws(Problem) -> [Caution] {
    var cautions: [Caution] = []
    let (before, after) = (try old.read(), try new.read())
    if after.hasInstallScript, !before.hasInstallScript {
      cautions.append(.installScript(package: name, version: new.key))
    }
    if let publisher = after.publisher, let version = old.version {
      var known: Set<String> = []
      for manifest in versions where manifest.version.map({ $0 <= version }) ?? false {
        if let earlier = try manifest.read().publisher { known.insert(earlier) }
      }
      if !known.isEmpty, !known.contains(publisher) {
        cautions.append(.newPublisher(package: name, publisher: publisher))
      }
    }
    if let from = before.addresses.first, let to = after.addresses.first,
      plainAddress(from) != plainAddress(to)
    {
      cautions.append(.repositoryMoved(package: name, from: from, to: to))
    }
    if before.hasProvenance, !after.hasProvenance {
      cautions.append(.provenanceLost(package: name, version: new.key))
    }
    if let message = new.deprecated {
      cautions.append(.deprecated(package: name, version: new.key, message: message))
    }
    return cautions
  }
}

/// An address without what spellings differ in: scheme, user, `.git`, case.
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
