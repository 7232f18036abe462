/// The declarations of an interface by name.
struct DeclarationIndex {
  /// What makes two declarations the same name.
  struct Key: Hashable {
    var path: String
    var labels: [String]?
    var isStatic: Bool
    /// Whether it is a type, which a function can share its name with.
    var isType: Bool
  }

  private(set) var keys: [Key] = []
  private var declarations: [Key: [Declaration]] = [:]
  private var types: [String: Declaration] = [:]
  private var supertypes: [String: Set<String>] = [:]
  private var functions: [String: [Declaration]] = [:]
  /// The names of aliases, without their scopes.
  private var aliases: Set<String> = []
  let matching: PublicAPI.Matching

  init(_ api: PublicAPI) {
    matching = api.matching
    for declaration in api.declarations {
      if declaration.kind == .extension {
        supertypes[declaration.path, default: []].formUnion(declaration.supertypes)
        continue
      }
      let key = key(of: declaration)
      if declarations[key] == nil { keys.append(key) }
      declarations[key, default: []].append(declaration)
      if declaration.namesType, types[declaration.path] == nil {
        types[declaration.path] = declaration
      }
      if declaration.kind == .typealias { aliases.insert(declaration.name) }
      if declaration.kind.isType {
        supertypes[declaration.path, default: []].formUnion(declaration.supertypes)
      }
      if declaration.parameters != nil {
        functions[declaration.path, default: []].append(declaration)
      }
    }
    addConformances()
  }

  /// Conformances that extensions declare belong to the type.
  private mutating func addConformances() {
    for key in keys where key.isType {
      for index in (declarations[key] ?? []).indices {
        declarations[key]?[index].supertypes.formUnion(supertypes[key.path] ?? [])
      }
    }
  }

  private func key(of declaration: Declaration) -> Key {
    Key(
      path: declaration.path, labels: matching == .labels ? declaration.labels : nil,
      isStatic: declaration.traits.contains("static"),
      isType: declaration.namesType || matching == .paths && declaration.kind == .constant)
  }

  subscript(key: Key) -> [Declaration] { declarations[key] ?? [] }

  /// The type of a name, also an alias.
  func type(_ path: String) -> Declaration? { types[path] }

  /// Whether a declaration is an alias, or its types name one, so that another text can be the same type.
  func mentionsAlias(_ declaration: Declaration) -> Bool {
    declaration.kind == .typealias || declaration.typeWords.contains(where: aliases.contains)
  }

  func isAlias(_ path: String) -> Bool { types[path]?.kind == .typealias }

  /// Returns the declarations of the same name that the type of a member inherits.
  func inherited(_ member: Declaration) -> [Declaration] {
    var seen: Set<String> = [member.scope]
    var open = Array(supertypes[member.scope] ?? [])
    while let next = open.popLast(), seen.count < 64 {
      guard seen.insert(next).inserted else { continue }
      var moved = member
      moved.scope = next
      let found = declarations[key(of: moved)] ?? []
      if !found.isEmpty { return found }
      open += supertypes[next] ?? []
    }
    return []
  }

  /// Whether a type has supertypes outside of the package, from which it could inherit any name.
  func inheritsElsewhere(_ path: String) -> Bool {
    var seen: Set<String> = [path]
    var open = Array(supertypes[path] ?? [])
    while let next = open.popLast() {
      guard seen.insert(next).inserted else { continue }
      if types[next] == nil { return true }
      open += supertypes[next] ?? []
    }
    return false
  }

  /// Whether a function of this name accepts all calls of a function that is gone, since each of its
  /// other parameters can be left out.
  func extends(_ gone: Declaration) -> Bool {
    guard matching == .labels, let parameters = gone.parameters else { return false }
    return (functions[gone.path] ?? []).contains { candidate in
      var rest = parameters[...]
      for parameter in candidate.parameters ?? [] {
        if let next = rest.first, next.label == parameter.label, next.type == parameter.type,
          !next.isOptional || parameter.isOptional
        {
          rest = rest.dropFirst()
        } else if !parameter.isOptional {
          return false
        }
      }
      var shape = candidate
      shape.parameters = parameters
      return rest.isEmpty && gone.differences(to: shape).isEmpty
    }
  }

  /// Whether an extension implements a requirement, so that types needn't.
  func isImplemented(_ requirement: Declaration) -> Bool {
    let all = self[key(of: requirement)]
    return all.contains { !$0.isRequirement }
      || requirement.kind == .associatedtype
        && requirement.isOptionalRequirement
  }
}

extension Declaration {
  /// Whether an associated type has a default, or a requirement of Objective-C is optional.
  fileprivate var isOptionalRequirement: Bool { !result.isEmpty || traits.contains("optional") }
}
