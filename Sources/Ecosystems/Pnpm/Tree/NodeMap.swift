/// Values by place.
///
/// Places are numbered without gaps, so an array takes less time than hashing.
struct NodeMap<Value> {
  private var values: [Value?] = []

  /// The places that have a value, in the order of their numbers.
  var pairs: some Sequence<(node: NodeID, value: Value)> {
    values.enumerated().lazy.compactMap { number, value in
      value.map { (NodeID(number: number), $0) }
    }
  }

  subscript(node: NodeID) -> Value? {
    get { node.number < values.count ? values[node.number] : nil }
    set {
      let missing = node.number + 1 - values.count
      if missing > 0 { values.append(contentsOf: repeatElement(nil, count: missing)) }
      values[node.number] = newValue
    }
  }
}
