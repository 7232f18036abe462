import JSON

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
    if isSorted(object.members) { return object }
    var items: [Item] = []
    items.reserveCapacity(object.count)
    for member in object.members {
      guard object.count < 2 || Collation.covers(member.key) else {
        throw UnknownPlace(key: member.key)
      }
      let rank = preferred.firstIndex(of: member.key) ?? preferred.count
      items.append(Item(key: member.key, value: try sorted(member.value), rank: rank))
    }
    items.sort(by: <)
    return Object(distinct: items.map { Object.Entry(key: $0.key, value: $0.value) })
  }

  /// Whether an object is in order as it is, as what a package wants mostly is; never where it holds
  /// objects or arrays, or names whose order is unknown.
  private static func isSorted(_ members: [Object.Entry]) -> Bool {
    var last: String?
    for member in members {
      switch member.value {
      case .object, .array: return false
      default: break
      }
      guard Collation.covers(member.key), !preferred.contains(member.key) else { return false }
      if let last, !Collation.precedes(last, member.key) { return false }
      last = member.key
    }
    return true
  }

  private static func sorted(_ value: Value) throws(UnknownPlace) -> Value {
    switch value {
    case .object(let object): return .object(try sorted(object))
    case .array(let elements):
      var result: [Value] = []
      for element in elements { result.append(try sorted(element)) }
      return .array(result)
    default: return value
    }
  }

  private struct Item {
    var key: String
    var value: Value
    var rank: Int

    private var isObject: Bool {
      if case .object = value { true } else { false }
    }

    static func < (left: Item, right: Item) -> Bool {
      if left.isObject != right.isObject { return right.isObject }
      if left.rank != right.rank { return left.rank < right.rank }
      return Collation.precedes(left.key, right.key)
    }
  }
}
