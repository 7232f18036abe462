/// Builds nodes from events, with an explicit stack instead of recursion.
struct Composer {
  /// A collection that is still open.
  private struct Frame {
    var collection: Event.Collection
    var start: Int
    var anchor: String?
    var nodes: [Node] = []
  }

  private let positions: Positions
  private let limits: Document.Limits
  private var open: [Frame] = []
  private var anchors: [String: Node] = [:]
  private var size = 0
  private var documents = 0
  private(set) var root: Node?
  private(set) var repeatedKeys: [Document.RepeatedKey] = []

  init(_ positions: Positions, _ limits: Document.Limits) {
    self.positions = positions
    self.limits = limits
  }

  mutating func run(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) {
    let text = UnsafeBufferPointer(rebasing: bytes.dropFirst(positions.hasMark ? 3 : 0))
    var events = try EventStream(text)
    while try step(try events.next()) {}
  }

  /// Processes an event.
  ///
  /// Returns false at the end of the stream.
  mutating func step(_ event: Event) throws(Failure) -> Bool {
    switch event.kind {
    case .streamEnd: return false
    case .nothing: break
    case .documentStart:
      documents += 1
      if documents > 1 { throw error(.severalDocuments, event.start) }
    case .alias(let name): try add(try anchored(name, event.start), at: event.start)
    case .scalar(let scalar, let anchor):
      let end = positions.byte(.character(event.end))
      let node = node(.scalar(try tagged(scalar, event)), event.start, end: end)
      if let anchor { anchors[anchor] = node }
      try add(node, at: event.start)
    case .open(let collection, let anchor): try push(collection, anchor, event)
    case .close: try pop(event)
    }
    return true
  }

  private func anchored(_ name: String, _ start: Int) throws(Failure) -> Node {
    if open.contains(where: { $0.anchor == name }) { throw error(.endlessAlias(name), start) }
    guard let node = anchors[name] else { throw error(.unknownAnchor(name), start) }
    return node
  }

  private func tagged(_ scalar: Scalar, _ event: Event) throws(Failure) -> Scalar {
    var scalar = scalar
    switch event.tag {
    case nil: break
    case "!", "tag:yaml.org,2002:str": scalar.isImplicit = false
    case "tag:yaml.org,2002:null", "tag:yaml.org,2002:bool", "tag:yaml.org,2002:int",
      "tag:yaml.org,2002:float":
      scalar.isImplicit = true
    case "tag:yaml.org,2002:merge" where scalar.text == "<<": scalar.isImplicit = true
    case let tag?: throw error(.unknownTag(tag), event.start)
    }
    return scalar
  }

  private mutating func push(
    _ collection: Event.Collection, _ anchor: String?, _ event: Event
  ) throws(Failure) {
    guard open.count < limits.depth else {
      throw error(.tooDeep(limit: limits.depth), event.start)
    }
    let own = "tag:yaml.org,2002:" + (collection == .mapping ? "map" : "seq")
    if let tag = event.tag, tag != own, tag != "!" { throw error(.unknownTag(tag), event.start) }
    open.append(Frame(collection: collection, start: event.start, anchor: anchor))
  }

  private mutating func pop(_ event: Event) throws(Failure) {
    guard let frame = open.popLast() else { return }
    var content = Node.Content.sequence(frame.nodes)
    if frame.collection == .mapping { content = .mapping(try entries(frame)) }
    // The event for a block's end is located after the block, so the end of its last node is used.
    let isBlock = event.end == event.start
    let last = isBlock ? frame.nodes.last?.range.upperBound : nil
    let end = last ?? positions.byte(.character(event.end))
    let node = node(content, frame.start, end: end, holding: frame.nodes)
    if let anchor = frame.anchor { anchors[anchor] = node }
    size -= node.size - 1
    try add(node, at: event.start)
  }

  private mutating func entries(_ frame: Frame) throws(Failure) -> [Node.Entry] {
    let pairs = stride(from: 0, to: frame.nodes.count - 1, by: 2).map {
      Node.Entry(key: frame.nodes[$0], value: frame.nodes[$0 + 1])
    }
    let (entries, repeated) = try merge(pairs)
    repeatedKeys += repeated
    return entries
  }

  private mutating func add(_ node: Node, at start: Int) throws(Failure) {
    size += node.size
    guard size <= limits.nodes else { throw error(.tooManyNodes(limit: limits.nodes), start) }
    guard open.count + node.depth <= limits.depth else {
      throw error(.tooDeep(limit: limits.depth), start)
    }
    guard let top = open.indices.last else {
      root = node
      return
    }
    if open[top].collection == .mapping, open[top].nodes.count.isMultiple(of: 2),
      node.scalar == nil
    {
      throw Failure(reason: .compoundKey, offset: .byte(node.range.lowerBound))
    }
    open[top].nodes.append(node)
  }

  private func node(
    _ content: Node.Content, _ start: Int, end: Int, holding nodes: [Node]? = nil
  ) -> Node {
    let start = positions.byte(.character(start))
    return Node(
      content: content, range: start..<max(start, end), location: positions.location(.byte(start)),
      size: nodes.map { $0.reduce(1) { $0 + $1.size } } ?? 1,
      depth: nodes.map { 1 + ($0.map(\.depth).max() ?? 0) } ?? 0)
  }

  private func error(_ reason: SyntaxError.Reason, _ character: Int) -> Failure {
    Failure(reason: reason, offset: .character(character))
  }
}
