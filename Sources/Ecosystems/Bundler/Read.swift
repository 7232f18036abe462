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
  /// The gems that are on no public server: those of folders, and those of a private server beside
  /// a public one, which would otherwise be asked for them.
  fileprivate var privateNames: Set<String> {
    let blocks = lock?.blocks ?? []
    let isMixed = blocks.contains { $0.source.isPublic == true }
    let hidden = blocks.filter { block in
      switch block.source {
      case .path: true
      case .rubygems: isMixed && block.source.isPublic == false
      case .git, .plugin: false
      }
    }
    return Set(hidden.flatMap(\.specs).map(\.name))
  }
}

extension GemSource {
  /// Whether it is a public gem server; nil for sources other than servers.
  fileprivate var isPublic: Bool? {
    guard case .rubygems(let servers) = self else { return nil }
    let hosts = ["://rubygems.org/", "://index.rubygems.org/", "://gem.coop/"]
    return servers.remotes.contains { remote in
      hosts.contains { remote.lowercased().contains($0) }
    }
  }
}
