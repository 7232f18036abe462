/// The members of an object to write.
///
/// The writer keeps their order.
///
/// Keys are compared byte for byte. Setting an existing key keeps its position.
package struct Object: Hashable, Sendable {
  /// The keys and values in order.
  package private(set) var members: [Entry] = []
  /// The index of each key.
  ///
  /// It is built only for objects with more than a few members, and is nil if all members were
  /// added at once and none was changed since.
  private var indexes: [ExactText: Int]? = [:]

  private static let small = 8

  /// A key and its value.
  package struct Entry: Hashable, Sendable {
    /// The unescaped key.
    ///
    /// It is constant because the object's index depends on it.
    package let key: String
    /// The value.
    package var value: Value

    /// Creates a member.
    package init(key: String, value: Value) {
      self.key = key
      self.value = value
    }
  }

  /// Creates an empty object.
  package init() {}

  /// Creates an object.
  ///
  /// A repeated key gets its last value at the position of the first.
  package init(_ members: some Sequence<(String, Value)>) {
    for (key, value) in members { self[key] = value }
  }

  /// Creates an object from members with distinct keys.
  package init(distinct members: [Entry]) {
    self.members = members
    indexes = nil
  }

  /// The number of members.
  package var count: Int { members.count }
  /// Whether the object has no members and is written as `{}`.
  package var isEmpty: Bool { members.isEmpty }
  /// The keys in order of their first insertion, or sorted after `sort`.
  package var keys: [String] { members.map(\.key) }

  /// Accesses the value of a key.
  ///
  /// Setting nil removes it; a new key is appended.
  package subscript(key: String) -> Value? {
    get { index(of: key).map { members[$0].value } }
    set {
      switch (index(of: key), newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): remove(at: index)
      case (nil, let value?): append(Entry(key: key, value: value))
      case (nil, nil): break
      }
    }
  }

  /// Sorts the members by key.
  ///
  /// The sort is stable.
  package mutating func sort(by areInIncreasingOrder: (String, String) -> Bool) {
    members.sort { areInIncreasingOrder($0.key, $1.key) }
    rebuildIndex()
  }

  private func index(of key: String) -> Int? {
    if let indexes, members.count > Self.small { return indexes[ExactText(key)] }
    let size = key.utf8.count
    return members.firstIndex { $0.key.utf8.count == size && $0.key.utf8.elementsEqual(key.utf8) }
  }

  private mutating func append(_ entry: Entry) {
    members.append(entry)
    if indexes != nil, members.count > Self.small + 1 {
      indexes?[ExactText(entry.key)] = members.count - 1
    } else {
      rebuildIndex()
    }
  }

  private mutating func remove(at index: Int) {
    members.remove(at: index)
    rebuildIndex()
  }

  private mutating func rebuildIndex() {
    var indexes: [ExactText: Int] = [:]
    if members.count > Self.small {
      for (index, member) in members.enumerated() { indexes[ExactText(member.key)] = index }
    }
    self.indexes = indexes
  }

  /// Compares the members and their order, since the writer keeps the order.
  package static func == (left: Object, right: Object) -> Bool { left.members == right.members }
  /// Hashes the members; the index depends on them.
  package func hash(into hasher: inout Hasher) { hasher.combine(members) }
}
