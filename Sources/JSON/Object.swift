/// The members of an object to be written, in an order that the writer keeps.
///
/// Keys are told apart byte for byte. A key that is set again keeps its place.
package struct Object: Hashable, Sendable {
  /// Keys and values in order.
  package private(set) var members: [Entry] = []
  /// Where each key stands; only kept for objects of more than a few members, and nil where they
  /// came all at once and none was set since.
  private var places: [ExactText: Int]? = [:]

  private static let small = 8

  /// A key and its value.
  package struct Entry: Hashable, Sendable {
    /// Unescaped; it cannot be changed, since the object finds its members by it.
    package let key: String
    /// Any JSON value, an object of its own order too.
    package var value: Value

    /// Pairs a key with what stands under it.
    package init(key: String, value: Value) {
      self.key = key
      self.value = value
    }
  }

  /// Starts without members.
  package init() {}

  /// Takes members in order; of a repeated key the last value counts, at the place of the first.
  package init(_ members: some Sequence<(String, Value)>) {
    for (key, value) in members { self[key] = value }
  }

  /// Takes members of which no key is there twice.
  package init(distinct members: [Entry]) {
    self.members = members
    places = nil
  }

  /// Number of keys: one that is set again counts once.
  package var count: Int { members.count }
  /// Whether it is written as `{}`.
  package var isEmpty: Bool { members.isEmpty }
  /// In the order in which they were first set, or sorted.
  package var keys: [String] { members.map(\.key) }

  /// Reads, sets (nil removes) the value of a key; a new key goes to the end.
  package subscript(key: String) -> Value? {
    get { place(of: key).map { members[$0].value } }
    set {
      switch (place(of: key), newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil): remove(at: place)
      case (nil, let value?): append(Entry(key: key, value: value))
      case (nil, nil): break
      }
    }
  }

  /// Puts the members into a new order; equal ones keep theirs.
  package mutating func sort(by areInIncreasingOrder: (String, String) -> Bool) {
    members.sort { areInIncreasingOrder($0.key, $1.key) }
    index()
  }

  private func place(of key: String) -> Int? {
    if let places, members.count > Self.small { return places[ExactText(key)] }
    let size = key.utf8.count
    return members.firstIndex { $0.key.utf8.count == size && $0.key.utf8.elementsEqual(key.utf8) }
  }

  private mutating func append(_ entry: Entry) {
    members.append(entry)
    if places != nil, members.count > Self.small + 1 {
      places?[ExactText(entry.key)] = members.count - 1
    } else {
      index()
    }
  }

  private mutating func remove(at place: Int) {
    members.remove(at: place)
    index()
  }

  private mutating func index() {
    var places: [ExactText: Int] = [:]
    if members.count > Self.small {
      for (place, member) in members.enumerated() { places[ExactText(member.key)] = place }
    }
    self.places = places
  }

  /// Equal only where the members stand in the same order too, since the writer keeps it.
  package static func == (left: Object, right: Object) -> Bool { left.members == right.members }
  /// The members alone: the index of their places follows from them.
  package func hash(into hasher: inout Hasher) { hasher.combine(members) }
}
