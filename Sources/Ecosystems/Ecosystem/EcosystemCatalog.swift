import Text

/// The ecosystems that a program serves.
///
///     let catalog = EcosystemCatalog([.swift, .bundler, .npm])
///     catalog["npm"]?.ids
package struct EcosystemCatalog: Sendable {
  /// The descriptions, in the order in which messages name them.
  package let descriptions: [EcosystemDescription]

  /// Creates a catalog; descriptions with the same identifier become one (`SharedEcosystem`).
  package init(_ descriptions: [EcosystemDescription]) {
    var ids: Set<EcosystemID> = []
    self.descriptions = descriptions.filter { ids.insert($0.id).inserted }.map { first in
      first.shared(with: Array(descriptions.filter { $0.id == first.id }.dropFirst()))
    }
  }

  /// Returns the description of an ecosystem; nil if it isn't served.
  package subscript(id: EcosystemID) -> EcosystemDescription? {
    descriptions.first { $0.id == id }
  }

  /// Returns the ecosystems that a value of `package-ecosystem` selects; nil if there are none.
  package subscript(word: String) -> EcosystemSelection? {
    let ids = descriptions.filter { ($0.words + $0.ownWords).contains(word) }.map(\.id)
    return ids.isEmpty ? nil : EcosystemSelection(word: word, ids: ids)
  }

  /// Returns the descriptions of the selected ecosystems; nil selects all.
  package func descriptions(in selection: EcosystemSelection?) -> [EcosystemDescription] {
    descriptions.filter { selection?.ids.contains($0.id) ?? true }
  }

  /// Whether a version satisfies a requirement, by the grammar of any selected ecosystem.
  ///
  /// - Throws: a `Problem` if no grammar can parse both.
  package func version(
    _ version: String, satisfies requirement: String, in selection: EcosystemSelection?
  ) throws(Problem) -> Bool {
    var failure: Problem?
    var isParsed = false
    for ecosystem in descriptions(in: selection) {
      do throws(Problem) {
        if try ecosystem.satisfies(version, requirement) { return true }
        isParsed = true
      } catch {
        failure = error
      }
    }
    if let failure, !isParsed { throw failure }
    return false
  }

  /// The values of `package-ecosystem`, sorted.
  package var words: [String] {
    Set(descriptions.flatMap { $0.words + $0.ownWords }).sorted()
  }

  /// Returns the value of `package-ecosystem` that Dependabot expects for a project; one of martlet's own
  /// if Dependabot has none, and nil if the ecosystem isn't served.
  package func word(for project: Project) -> String? {
    guard let description = self[project.ecosystem] else { return nil }
    let lock = project.lock?.slashParts().last.map(String.init) ?? ""
    return description.wordsByLock[lock] ?? description.words.first ?? description.ownWords.first
  }

  /// Whether Dependabot doesn't know a value of `package-ecosystem`.
  package func isOwnWord(_ word: String) -> Bool {
    !descriptions.contains { $0.words.contains(word) }
      && descriptions.contains { $0.ownWords.contains(word) }
  }

  /// The kinds of registries that any ecosystem can use, git servers included.
  package var registries: [RegistryKind] {
    var kinds = [RegistryKind.git]
    for kind in descriptions.flatMap(\.registries) where !kinds.contains(kind) {
      kinds.append(kind)
    }
    return kinds
  }

  /// The keys below `toolchains`, each once.
  package var toolchain: [ToolchainKey] {
    var keys: [ToolchainKey] = []
    for key in descriptions.flatMap(\.toolchain) where !keys.contains(key) { keys.append(key) }
    return keys
  }
}

/// A value of `package-ecosystem` with the ecosystems that it selects.
package struct EcosystemSelection: Hashable, Sendable {
  /// The word in the configuration: `npm`.
  package var word: String
  /// The ecosystems that share the word; at least one.
  package var ids: [EcosystemID]

  /// Creates a selection.
  package init(word: String, ids: [EcosystemID]) {
    self.word = word
    self.ids = ids
  }
}
