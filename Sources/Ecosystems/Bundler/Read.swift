package import Ecosystem
import Ruby
import Text

extension BundlerEcosystem {
  /// Evaluates the Gemfile and its gemspecs, then takes the locked versions from the lock.
  ///
  /// Gems that only others need are listed as production: a lock does not tell their groups.
  package func read(_ project: Project, in tree: SourceTree) async throws(Problem) -> [Dependency] {
    let state = try await ProjectState(project, in: tree, toolchain: toolchain)
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
  /// A library's dependencies, by name.
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
  /// Where its releases come from, as a person would open it.
  func page(_ gemfile: Gemfile) -> String? {
    switch source ?? .rubygems(gemfile.global) {
    case .rubygems(let servers): servers.remotes.first.map { $0 + "gems/" + name }
    case .git(let git): git.uri.withoutUserInfo
    case .path, .plugin: nil
    }
  }
}

extension ProjectState {
  /// Gems that are certain to be on no public server: those of folders, and those of a server of
  /// their own beside a public one, which would else be asked for them.
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
  /// Whether a server of gems is a public one; nil for what is no server.
  fileprivate var isPublic: Bool? {
    guard case .rubygems(let servers) = self else { return nil }
    let hosts = ["://rubygems.org/", "://index.rubygems.org/", "://gem.coop/"]
    return servers.remotes.contains { remote in
      hosts.contains { remote.lowercased().contains($0) }
    }
  }
}
