import Ecosystem
import Ruby
import Text

extension BundlerProject {
  /// Lists the gems of the Gemfile with their locked versions, then the other locked gems.
  ///
  /// Indirect gems are listed as production, because a lock doesn't have their groups.
  func dependencies() -> [Dependency] {
    if state.isLibrary { return state.needs }
    var locked: [String: LockedSpec] = [:]
    for spec in state.lock?.specs ?? [] where locked[spec.name] == nil { locked[spec.name] = spec }
    let secret = state.privateNames
    let direct = state.gemfile.dependencies.map { dependency in
      var result = Dependency(
        name: dependency.name, kind: .direct, group: dependency.group,
        requirement: dependency.requirement.isAny ? "" : dependency.requirement.description,
        current: locked[dependency.name]?.version.text, source: dependency.page(state.gemfile),
        location: dependency.location)
      result.isPrivate = secret.contains(result.name)
      return result
    }
    let names = Set(direct.map(\.name))
    let indirect = locked.values.filter { !names.contains($0.name) }.map { spec in
      var result = Dependency(name: spec.name, kind: .indirect, current: spec.version.text)
      result.isPrivate = secret.contains(spec.name)
      return result
    }
    return direct.sorted { $0.name < $1.name } + indirect.sorted { $0.name < $1.name }
  }
}

extension ProjectState {
  /// The dependencies of a library, sorted by name.
  fileprivate var needs: [Dependency] {
    declared.map { declaration, gemspec, group in
      let requirement = declaration.dependency.requirement
      let text = reader.text(gemspec.file)
      return Dependency(
        name: declaration.dependency.name, kind: .direct, group: group,
        requirement: requirement.isAny ? "" : requirement.description,
        source: gemfile.global.remotes.first.map { $0 + "gems/" + declaration.dependency.name },
        location: text?.location(at: declaration.range.lowerBound))
    }.sorted { $0.name < $1.name }
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
