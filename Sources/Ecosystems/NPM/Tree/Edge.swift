/// A package's dependency, and the node that it resolves to from the package's folder.
final class Edge {
  /// Whether the resolved node satisfies the dependency.
  enum State {
    case unknown, valid, missing, peerLocal, invalid, detached
  }

  let name: Name
  let type: EdgeType
  /// The spec in the package's manifest, before overrides.
  let rawSpec: String
  /// An alternative spec from `acceptDependencies`.
  let accept: String?
  let from: Node
  private(set) var to: Node?
  private(set) var overrides: OverrideSet?
  /// Whether npm keeps this unsatisfied peer dependency as it is.
  var peerConflicted = false
  /// The index in the edges of `to`.
  var slot = -1
  /// The index in the edges of the name.
  var rank = -1
  private var state = State.unknown

  @discardableResult
  init(from: Node, name: Name, spec: String, type: EdgeType, accept: String? = nil) {
    self.from = from
    self.name = name
    self.type = type
    self.accept = accept.map { $0.isEmpty ? "*" : $0 }
    rawSpec = spec
    from.edgesOut[name]?.detach()
    if let rules = from.overrides { overrides = rules.rule(for: self) }
    from.edgesOut.set(name, self)
    name.edges.add(self)
    reload(hard: true)
  }

  /// The effective spec: an override's if one applies.
  var spec: String {
    guard let overrides, let value = overrides.value, value != "*", overrides.name == name.text
    else { return rawSpec }
    guard value.utf8.first == UInt8(ascii: "$") else { return value }
    return overrides.reference(String(value.dropFirst()), from: from) ?? rawSpec
  }

  /// Whether an override for this package applies.
  var isOverridden: Bool { overrides?.name == name.text && overrides?.value != nil }

  var isPeer: Bool { type.isPeer }
  var isOptional: Bool { type.isOptional }
  var isDev: Bool { type == .dev }

  /// Whether a node satisfies the dependency, in any folder.
  func isSatisfied(by node: Node) -> Bool {
    guard node.name === name else { return false }
    let isFixed = node.hasShrinkwrap || node.isInShrinkwrap || node.isInBundle
    if isFixed { return node.isValid(for: rawSpec, accept: accept, edge: self) }
    if node.isValid(for: spec, accept: accept, edge: self) { return true }
    // Since Arborist 9 a rule for some versions leaves the others as the package wants them.
    guard from.arena.dialect.has(.equalOverrides), let key = overrides?.keySpecOfRule else {
      return false
    }
    return node.isValid(for: rawSpec, accept: accept, edge: self)
      && !node.isValid(for: key, accept: accept, edge: self)
  }

  var isValid: Bool {
    switch error {
    case .valid: true
    case .missing: isOptional
    default: false
    }
  }

  private var error: State {
    if state == .unknown { state = examined }
    return state
  }

  private var examined: State {
    guard let to else { return .missing }
    if isPeer, from === to.parent, !from.isTop { return .peerLocal }
    guard isSatisfied(by: to) else { return .invalid }
    guard from.arena.dialect.has(.equalOverrides), let overrides, let theirs = to.overrides,
      !to.edgesOut.isEmpty
    else { return .valid }
    return overrides.excludes(theirs, from.arena.dialect) ? .invalid : .valid
  }

  /// Resolves the name again.
  ///
  /// - Parameter hard: whether an unchanged target is validated again too.
  func reload(hard: Bool = false) {
    let old = overrides
    let new = from.overrides?.rule(for: self)
    let isComparing = from.arena.dialect.has(.equalOverrides)
    let isChanged = isComparing && new.map { !$0.isEqual(old) } ?? false
    if !isComparing || isChanged || new == nil { overrides = new }
    let found = from.resolve(name)
    if found !== to {
      to?.removeEdgeIn(self)
      to = found
      state = .unknown
      found?.addEdgeIn(self)
    } else if hard {
      state = .unknown
    } else if isChanged {
      to?.releaseOverrides(of: old)
      to?.inheritOverrides(of: new)
    }
  }

  /// Removes the edge from the graph.
  func detach() {
    if state != .detached { from.arena.forgetDependency() }
    to?.removeEdgeIn(self)
    if from.edgesOut[name] === self { from.edgesOut.remove(name) }
    name.edges.remove(self)
    to = nil
    state = .detached
  }
}
