extension OperatorFile {
  /// The URLs of registries whose credentials an entry of a repository's file may not use.
  ///
  /// If the file's `registries` name a registry, only entries that select it may use it, as with
  /// Dependabot. All entries may use a registry that the file doesn't name.
  package func withheld(from entry: UpdateEntry, of file: RepositoryFile) -> [String] {
    registries.filter { registry in
      let named = file.registries.filter { $0.concerns(registry) }
      return registry.isSecret && !named.isEmpty && !named.contains(where: entry.uses)
    }.map(\.url)
  }
}

extension OperatorFile {
  /// The indices of registries whose credentials a repository may not use.
  ///
  /// - Parameter repository: `owner/name`; nil: not known, so that limited credentials stay unused.
  /// - Returns: indices of `registries`.
  package func registriesClosed(to repository: String?) -> [Int] {
    registries.indices.filter { index in
      let patterns = registries[index].repositories
      guard registries[index].isSecret, !patterns.isEmpty else { return false }
      return !(repository.map(patterns.include) ?? false)
    }
  }
}

extension OperatorFile {
  /// The registry that is asked for a repository's packages without a scope; nil: the public one.
  ///
  /// - Parameter repository: `owner/name`; nil if it isn't known.
  /// - Returns: the URL of the first registry whose `default-for` lists the repository.
  package func defaultRegistry(for repository: String?) -> String? {
    guard let repository else { return nil }
    return registries.first { registry in
      !registry.defaultFor.isEmpty && registry.defaultFor.include(repository)
    }?.url
  }
}

extension UpdateEntry.RegistrySelection {
  /// The registries that are named; empty for all or none.
  var names: [String] {
    if case .named(let names) = self { names } else { [] }
  }
}

extension UpdateEntry {
  /// Whether its `registries` select one of the file's.
  func uses(_ registry: PrivateRegistry) -> Bool {
    switch registries {
    case .none: false
    case .all: true
    case .named(let names): names.contains(registry.name)
    }
  }
}
