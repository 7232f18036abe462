import Ecosystem
import Gems
import Text

extension BundlerProject {
  /// Lists the gems of the manifests with their locked versions, then the other locked gems.
  ///
  /// Indirect gems are listed as production, because a lock doesn't have their groups.
  func dependencies() -> [Dependency] {
    var locked: [String: LockedSpec] = [:]
    for spec in state.lock?.specs ?? [] where locked[spec.name] == nil { locked[spec.name] = spec }
    let secret = state.privateNames
    let direct = state.uses.map { name, uses in
      var result = state.dependency(name, uses, locked: locked[name]?.version.text)
      result.isPrivate = secret.contains(name)
      return result
    }
    let indirect = locked.values.filter { state.uses[$0.name] == nil }.map { spec in
      var result = Dependency(name: spec.name, kind: .indirect, current: spec.version.text)
      result.isPrivate = secret.contains(spec.name)
      return result
    }
    return direct.sorted { $0.name < $1.name } + indirect.sorted { $0.name < $1.name }
  }
}

extension ProjectState {
  /// Describes a gem that one or several lines require.
  ///
  /// It is for production if one of them is.
  fileprivate func dependency(
    _ name: String, _ uses: [GemUse], locked: String?
  ) -> Dependency {
    var texts: [String] = []
    for text in uses.map(\.text) where !text.isEmpty && !texts.contains(text) {
      texts.append(text)
    }
    let line = uses.lazy.compactMap(\.line).first
    var result = Dependency(
      name: name, kind: .direct,
      group: uses.contains { $0.group == .production } ? .production : .development,
      requirement: texts.joined(separator: ", "), current: locked,
      source: line.map { $0.page(gemfile) }
        ?? gemfile.global.remotes.first.map { $0 + "gems/" + name },
      location: uses.first?.location)
    result.requirements = uses.map { $0.requirement(locked: locked) }
    return result
  }
}

extension GemfileDependency {
  /// The web page of its releases.
  func page(_ gemfile: Gemfile) -> String? {
    switch source ?? .rubygems(gemfile.global) {
    case .rubygems(let servers): servers.remotes.first.map { $0 + "gems/" + name }
    case .git(let git): git.uri.withoutUserInfo
    case .path, .plugin: nil
    }
  }
}

extension ProjectState {
  /// Gems that may be on no public server, whose names are not sent to anybody.
  ///
  /// These are the gems of folders, those of a private server beside a public one, and those that
  /// can come from the private server of a block for several servers.
  fileprivate var privateNames: Set<String> {
    let blocks = lock?.blocks ?? []
    let isMixed = blocks.contains {
      $0.source.servers?.reach != .privateOnly && $0.source.isRubygems
    }
    return blocks.reduce(into: []) { names, block in
      switch block.source {
      case .path: names.formUnion(block.specs.map(\.name))
      case .git, .plugin: break
      case .rubygems(let servers):
        switch servers.reach {
        case .publicOnly: break
        case .privateOnly: if isMixed { names.formUnion(block.specs.map(\.name)) }
        case .both: names.formUnion(privateNames(in: block))
        }
      }
    }
  }

  /// The gems of a block for several servers that can come from a private one: what the Gemfile
  /// takes from such a server, and everything that those gems need.
  private func privateNames(in block: Lockfile.Block) -> Set<String> {
    let all = Set(block.specs.map(\.name))
    guard gemfile.global.reach == .publicOnly else { return all }
    let needs = Dictionary(grouping: lock?.specs ?? [], by: \.name).mapValues { specs in
      specs.flatMap { $0.dependencies.map(\.name) }
    }
    var names: Set<String> = []
    let direct = gemfile.dependencies.filter {
      $0.source?.servers?.reach ?? .publicOnly != .publicOnly
    }
    var open = direct.map(\.name)
    // The lock has a private server that the Gemfile doesn't explain.
    if open.isEmpty { return all }
    while let name = open.popLast() {
      if names.insert(name).inserted { open += needs[name] ?? [] }
    }
    return names.intersection(all)
  }
}

extension RubygemsSource {
  /// Who can reach the servers.
  fileprivate enum Reach {
    case publicOnly, privateOnly, both
  }

  fileprivate var reach: Reach {
    let hosts = ["://rubygems.org/", "://index.rubygems.org/", "://gem.coop/"]
    let count = remotes.count { remote in hosts.contains { remote.lowercased().contains($0) } }
    return count == remotes.count ? .publicOnly : count == 0 ? .privateOnly : .both
  }
}

extension GemSource {
  fileprivate var servers: RubygemsSource? {
    if case .rubygems(let servers) = self { servers } else { nil }
  }
}
