import JSON
import JavaScript

/// Orders JSON as npm prints its locks: at every depth, plain values (arrays too) before objects.
///
/// Within both classes the keys that npm prefers come first, then the collation of `en` decides:
/// json-stringify-nice 1.1.4 with the key order of Arborist's shrinkwrap.
enum NiceOrder {
  /// A key whose place is not known: it has characters outside ASCII.
  struct UnknownPlace: Error, Hashable {
    var key: String
  }

  private static let preferred = [
    "name", "version", "lockfileVersion", "resolved", "integrity", "requires", "packages",
    "dependencies",
  ]

  /// Answers the same object in npm's order.
  static func sorted(_ object: Object) throws(UnknownPlace) -> Object {
    try reordered(object) ?? object
  }

  /// Answers nil where an object and all that it holds are in order, as they mostly are.
  private static func reordered(_ object: Object) throws(UnknownPlace) -> Object? {
    let members = object.members
    var changed: [Object.Entry]?
    var isInOrder = true
    var last: Place?
    for index in members.indices {
      let key = members[index].key
      guard members.count < 2 || Collation.covers(key) else { throw UnknownPlace(key: key) }
      let place = Place(key, isObject: members[index].value.isObject)
      if members[index].value.holdsOthers, let value = try reordered(members[index].value) {
        changed = changed ?? members
        changed?[index].value = value
      }
      if let last, !(last < place) { isInOrder = false }
      last = place
    }
    if isInOrder { return changed.map { Object(distinct: $0) } }
    let items = (changed ?? members).map { member in
      (place: Place(member.key, isObject: member.value.isObject), member: member)
    }
    return Object(distinct: items.sorted { $0.place < $1.place }.map(\.member))
  }

  private static func reordered(_ value: Value) throws(UnknownPlace) -> Value? {
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

  /// What decides where a member stands.
  private struct Place {
    var key: String
    /// Among the preferred keys, behind which all others come; objects come behind all those.
    var rank: Int

    init(_ key: String, isObject: Bool) {
      self.key = key
      let size = key.utf8.count
      rank = preferred.firstIndex { $0.utf8.count == size && $0 == key } ?? preferred.count
      if isObject { rank += preferred.count + 1 }
    }

    static func < (left: Place, right: Place) -> Bool {
      if left.rank != right.rank { return left.rank < right.rank }
      return Collation.precedes(left.key, right.key)
    }
  }
}

extension Value {
  fileprivate var isObject: Bool {
    if case .object = self { true } else { false }
  }

  /// Whether it is an object or an array.
  fileprivate var holdsOthers: Bool {
    switch self {
    case .object, .array: true
    default: false
    }
  }
}
