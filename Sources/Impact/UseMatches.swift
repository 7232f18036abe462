/// The uses of a repository, assigned to the declarations of a package by name and labels.
struct UseMatches {
  /// A position with what is known of the name.
  private struct Position: Hashable {
    var source: Int
    var occurrence: Int
  }

  private let sources: [SourceUses]
  private let api: PublicAPI
  private let typeNames: Set<String>
  private let modules: Set<String>
  /// The declarations by name without labels.
  private let byName: [String: [Declaration]]
  /// The positions of each declaration that is used, by title and kind.
  private var positions: [Declaration: [Position]] = [:]
  /// The declarations that one position can mean.
  private var meanings: [Position: [Declaration]] = [:]
  private let ownNames: Set<String>
  private let paths: PathUses

  init(_ api: PublicAPI, _ sources: [SourceUses]) {
    self.api = api
    self.sources = sources
    let members = api.declarations.filter { $0.kind != .extension }
    typeNames = Set(members.filter(\.namesType).map(\.name))
    modules = api.modules
    byName = Dictionary(grouping: members) { $0.kind == .`init` ? $0.ownerName : $0.name }
    ownNames = sources.reduce(into: []) { $0.formUnion($1.declared) }
    paths = PathUses(types: typeNames, own: ownNames)
    for (index, source) in sources.enumerated() {
      let inherits = !source.inherited.isDisjoint(with: typeNames)
      for (number, occurrence) in source.occurrences.enumerated() {
        let found = meanings(of: occurrence, inherits: inherits)
        guard !found.isEmpty else { continue }
        let position = Position(source: index, occurrence: number)
        meanings[position] = found
        for declaration in found { positions[declaration, default: []].append(position) }
      }
    }
  }

  /// The declarations that the repository uses, or may use.
  var symbols: [Declaration] { Array(positions.keys) }

  /// The number of different names that the repository uses, or may use.
  var names: Int {
    Set(positions.keys.map { $0.namesType || $0.kind == .constant ? $0.path : $0.name }).count
  }

  /// Returns the declarations that an occurrence can mean.
  private func meanings(
    of occurrence: SourceUses.Occurrence, inherits: Bool
  ) -> [Declaration] {
    var candidates = byName[occurrence.name] ?? []
    if occurrence.name == "init", occurrence.labels != nil {
      candidates = api.declarations.filter { $0.kind == .`init` }
    }
    let fitting = candidates.filter { fits($0, occurrence, inherits: inherits) }
    return fitting
  }

  private func fits(
    _ declaration: Declaration, _ occurrence: SourceUses.Occurrence, inherits: Bool
  ) -> Bool {
    if api.matching == .paths { return paths.fits(declaration, occurrence, inherits: inherits) }
    if declaration.kind == .path { return false }
    if occurrence.isDeclaration {
      // Only what implements or overrides something of the package is a use of it.
      return inherits && !declaration.scope.isEmpty && !declaration.namesType
        && declaration.accepts(declaring: occurrence.labels)
    }
    if declaration.namesType {
      return api.matching == .labels || !occurrence.isMember || !declaration.scope.isEmpty
    }
    if declaration.scope.isEmpty {
      // A member of something else isn't a function or constant of the package.
      let isPlain = !occurrence.isMember || modules.contains(occurrence.qualifier ?? "")
      return isPlain && declaration.accepts(occurrence.labels, api.matching)
    }
    if declaration.kind == .`init` {
      return declaration.accepts(occurrence.labels, api.matching) && occurrence.labels != nil
    }
    guard occurrence.isMember || inherits else { return false }
    return declaration.accepts(occurrence.labels, api.matching)
  }

  /// Returns the positions where a changed declaration is used, by file and line.
  func uses(of change: APIChange) -> [ImpactReport.Use] {
    let uses = self.positions(of: change).map { position in
      let source = sources[position.source]
      return ImpactReport.Use(file: source.file, line: source.occurrences[position.occurrence].line)
    }
    return uses.unique.sorted { ($0.file, $0.line) < ($1.file, $1.line) }
  }

  private func positions(of change: APIChange) -> [Position] {
    if change.kind == .addedRequirement {
      // Only types that conform to the protocol have to implement it.
      let name = change.declaration.name
      return (positions[change.declaration] ?? []).filter {
        sources[$0.source].inherited.contains(name)
      }
    }
    let positions = positions[change.declaration] ?? []
    guard change.spares == .calls else { return positions }
    return positions.filter { sources[$0.source].occurrences[$0.occurrence].isValue }
  }

  /// Whether one of the positions can only mean the changed declaration.
  func isCertain(
    _ change: APIChange, besides broken: Set<String>, _ commonNames: Set<String>
  ) -> Bool {
    let declaration = change.declaration
    if api.matching == .paths {
      return positions(of: change).contains { position in
        let source = sources[position.source]
        return paths.isExact(declaration, source.occurrences[position.occurrence], in: source)
      }
    }
    let name = declaration.kind == .`init` ? declaration.ownerName : declaration.name
    guard !ownNames.contains(name) else { return false }
    return positions(of: change).contains { position in
      let source = sources[position.source]
      let occurrence = source.occurrences[position.occurrence]
      if occurrence.isDeclaration || occurrence.name == "init" { return false }
      // Overloads that remain may be meant instead.
      let others = (meanings[position] ?? []).filter { !$0.namesType || declaration.namesType }
      guard others.allSatisfy({ broken.contains($0.path) && $0.scope == declaration.scope }) else {
        return false
      }
      if declaration.scope.isEmpty || declaration.namesType || declaration.kind == .`init` {
        return !occurrence.isMember || modules.contains(occurrence.qualifier ?? "")
          || !declaration.scope.isEmpty && occurrence.qualifier == declaration.ownerName
      }
      guard occurrence.isMember else { return false }
      let hasLabel = (occurrence.labels ?? []).contains { $0 != "_" && !$0.isEmpty }
      return hasLabel
        || !commonNames.contains(name)
          && (occurrence.qualifier == declaration.ownerName
            || source.occurrences.contains { $0.name == declaration.ownerName })
    }
  }
}

extension SourceUses.Occurrence {
  /// Whether it is neither called nor declared here; names can be called with a trailing closure.
  fileprivate var isValue: Bool {
    labels == nil && !isDeclaration && name.first?.isUppercase == false
  }
}

extension Declaration {
  /// The name of the type that it is a member of; empty at the top level.
  var ownerName: String {
    String(scope.split(separator: ".").last ?? "")
  }

  /// Whether a call with these labels can mean it; nil stands for a use without a call.
  func accepts(_ used: [String]?, _ matching: PublicAPI.Matching) -> Bool {
    guard let used, matching == .labels else { return true }
    guard let parameters else { return kind != .case || used.isEmpty }
    var rest = used[...]
    for parameter in parameters {
      if parameter.isVariadic { return true }
      if rest.first == parameter.label {
        rest = rest.dropFirst()
      } else if !parameter.isOptional && !parameter.type.contains("->") && !parameter.mayBeClosure {
        return false
      }
    }
    return rest.isEmpty
  }

  /// Whether a function that the repository declares can implement or override it.
  func accepts(declaring used: [String]?) -> Bool {
    guard let used else { return parameters == nil }
    return used == (labels ?? [])
  }
}

extension Declaration.Parameter {
  /// Whether a trailing closure can be the argument: the type is an alias or a generic parameter.
  fileprivate var mayBeClosure: Bool {
    type.utf8.allSatisfy { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "[") }
      && !["Int", "String", "Bool", "Double", "Float", "URL", "Data", "Date"].contains(type)
  }
}
