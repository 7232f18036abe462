import JSON
import JavaScript

/// Sorts JSON objects like npm's locks: json-stringify-nice 1.1.4 with Arborist's key order.
///
/// At every depth, plain values and arrays precede objects. Among both, npm's preferred keys come
/// first, then the collation of `en` decides.
enum NiceOrder {
  /// A key with characters outside ASCII, whose order is unknown.
  struct UnknownOrder: Error, Hashable {
    var key: String
  }

  private static let preferred = [
    "name", "version", "lockfileVersion", "resolved", "integrity", "requires", "packages",
    "dependencies",
  ]

  /// Returns the object in npm's order.
  static func sorted(_ object: Object) throws(UnknownOrder) -> Object {
    try reordered(object) ?? object
  }

  /// Returns elements in npm's order of the objects that a key of each leads to.
  static func sorted<Element>(
    _ elements: [Element], by key: (Element) -> String
  ) throws(UnknownOrder) -> [Element] {
    let items = elements.map { (key: SortKey(key($0), isObject: true), element: $0) }
    if items.count > 1, let unknown = items.first(where: { !Collation.covers($0.key.key) }) {
      throw UnknownOrder(key: unknown.key.key)
    }
    return items.sorted { $0.key < $1.key }.map(\.element)
  }

  /// Returns nil if the object and its contents are sorted already, which is the usual case.
  private static func reordered(_ object: Object) throws(UnknownOrder) -> Object? {
    let members = object.members
    var changed: [Object.Entry]?
    var isInOrder = true
    var last: SortKey?
    for index in members.indices {
      let key = members[index].key
      guard members.count < 2 || Collation.covers(key) else { throw UnknownOrder(key: key) }
      let sortKey = SortKey(key, isObject: members[index].value.isObject)
      if members[index].value.holdsOthers, let value = try reordered(members[index].value) {
        changed = changed ?? members
        changed?[index].value = value
      }
      if let last, !(last < sortKey) { isInOrder = false }
      last = sortKey
    }
    if isInOrder { return changed.map { Object(distinct: $0) } }
    let items = (changed ?? members).map { member in
      (sortKey: SortKey(member.key, isObject: member.value.isObject), member: member)
    }
    return Object(distinct: items.sorted { $0.sortKey < $1.sortKey }.map(\.member))
  }

  private static func reordered(_ value: Value) throws(UnknownOrder) -> Value? {
    switch value {
    case .object(let object): return try reordered(object).map { .object($0) }
    case .array(var elements):
      var isSame = true
      for index in elements.indices {
        guard let element = try reordered(elements[index]) else { continue }
        elements[index] = element
        isSame = false
      }
      return isSame ? nil : .array(elements)
    default: return nil
    }
  }

  /// The sort key of a member.
  private struct SortKey {
    var key: String
    /// The index in the preferred keys, higher for other keys, highest for objects.
    var rank: Int

    init(_ key: String, isObject: Bool) {
      self.key = key
      let size = key.utf8.count
      rank = preferred.firstIndex { $0.utf8.count == size && $0 == key } ?? preferred.count
      if isObject { rank += preferred.count + 1 }
    }

    static func < (left: SortKey, right: SortKey) -> Bool {
      if left.rank != right.rank { return left.rank < right.rank }
      return Collation.precedes(left.key, right.key)
    }
  }
}

extension Value {
  fileprivate var isObject: Bool {
    if case .object = self { true } else { false }
  }

  /// Whether the value is an object or an array.
  fileprivate var holdsOthers: Bool {
    switch self {
    case .object, .array: true
    default: false
    }
  }
}
