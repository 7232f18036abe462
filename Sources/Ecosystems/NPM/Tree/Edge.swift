/// One package's wish for another, and what the wish resolves to from where the package lies.
final class Edge {
  /// How well the wish is met.
  enum State {
    case unknown, valid, missing, peerLocal, invalid, detached
  }

  let name: Name
  let type: EdgeType
  /// The spec as the package writes it, before overrides.
  let rawSpec: String
  /// A second spec that will do as well, from `acceptDependencies`.
  let accept: String?
  let from: Node
  private(set) var to: Node?
  private(set) var overrides: OverrideSet?
  /// A peer that has been given up on: what is there stays there.
  var peerConflicted = false
  /// Where `to` keeps this edge among its edges in.
  var place = -1
  /// Where the name's wishes keep this edge.
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
    name.wishes.add(self)
    reload(hard: true)
  }

  /// The spec that counts: an override's, where one applies.
  var spec: String {
    guard let overrides, let value = overrides.value, value != "*", overrides.name == name.text
    else { return rawSpec }
    guard value.utf8.first == UInt8(ascii: "$") else { return value }
    return overrides.reference(String(value.dropFirst()), from: from) ?? rawSpec
  }

  /// Whether an override names this very package.
  var isOverridden: Bool { overrides?.name == name.text && overrides?.value != nil }

  var isPeer: Bool { type.isPeer }
  var isOptional: Bool { type.isOptional }
  var isDev: Bool { type == .dev }

  /// Whether a node would do, wherever it lies.
  func isSatisfied(by node: Node) -> Bool {
    guard node.name === name else { return false }
    let isFixed = node.hasShrinkwrap || node.isInShrinkwrap || node.isInBundle
    return node.isValid(for: isFixed ? rawSpec : spec, accept: accept, edge: self)
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
    return isSatisfied(by: to) ? .valid : .invalid
  }

  /// Resolves the name anew.
  ///
  /// - Parameter hard: also judges the target anew where it is still the same.
  func reload(hard: Bool = false) {
    overrides = from.overrides?.rule(for: self)
    let found = from.resolve(name)
    if found !== to {
      to?.edgesIn.remove(self)
      to = found
      state = .unknown
      found?.addEdgeIn(self)
    } else if hard {
      state = .unknown
    }
  }

  /// Takes the edge out of the graph.
  func detach() {
    to?.edgesIn.remove(self)
    if from.edgesOut[name] === self { from.edgesOut.remove(name) }
    name.wishes.remove(self)
    to = nil
    state = .detached
  }
}
