/// Assigns uses to declarations in languages whose constants have global paths and whose methods are
/// called without types, such as Ruby.
struct PathUses {
  /// The names of the package's types, without their scopes.
  let types: Set<String>
  /// The names that the repository declares itself.
  let own: Set<String>

  /// Whether an occurrence can mean a declaration.
  func fits(
    _ declaration: Declaration, _ occurrence: SourceUses.Occurrence, inherits: Bool
  ) -> Bool {
    if declaration.kind == .path { return occurrence.name == declaration.name }
    if occurrence.isDeclaration {
      return inherits && !declaration.isConstant && !declaration.scope.isEmpty
    }
    guard let qualifier = occurrence.qualifier else { return true }
    let reaches = declaration.isConstant || declaration.traits.contains("static")
    guard reaches else { return false }
    if declaration.scope == qualifier || declaration.scope.hasSuffix(".\(qualifier)") {
      return true
    }
    // A type of the package, or one of the repository that inherits from it, can inherit the name.
    let last = qualifier.split(separator: ".").last.map(String.init) ?? ""
    return types.contains(last) || own.contains(last)
  }

  /// Whether an occurrence writes the full path of a declaration, which nothing else can have.
  func isExact(
    _ declaration: Declaration, _ occurrence: SourceUses.Occurrence, in source: SourceUses
  ) -> Bool {
    guard !occurrence.isDeclaration else { return false }
    if declaration.kind == .path { return !source.tested.contains("LoadError") }
    if source.tested.contains(where: { declaration.path == $0 || declaration.scope == $0 }) {
      return false
    }
    let first = declaration.path.split(separator: ".").first.map(String.init) ?? ""
    guard !own.contains(first) else { return false }
    if declaration.isConstant {
      let written = occurrence.qualifier.map { "\($0).\(occurrence.name)" } ?? occurrence.name
      return written == declaration.path
    }
    return declaration.traits.contains("static") && !declaration.scope.isEmpty
      && occurrence.qualifier == declaration.scope
  }
}

extension Declaration {
  /// Whether it has a path of constants, and not the name of a method.
  var isConstant: Bool { namesType || kind == .constant }
}
