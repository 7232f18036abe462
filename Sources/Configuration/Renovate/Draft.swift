/// A part of a new configuration file that knows which options it is made from.
struct Draft: Hashable, Sendable {
  /// The kinds of values.
  enum Content: Hashable, Sendable {
    case text(String)
    case number(Int)
    case bool(Bool)
    case list([Draft])
    case mapping([Member])
    /// A value with an anchor elsewhere in the file.
    case alias(String)
  }

  /// A key with its value.
  struct Member: Hashable, Sendable {
    var key: String
    var value: Draft
  }

  var content: Content
  /// The options that it is made from.
  var origins: [RenovateOrigin] = []
  /// A comment besides those about origins.
  var remark: String?
  /// The name by which `alias` refers to it.
  var anchor: String?

  init(_ content: Content, from origins: [RenovateOrigin] = [], remark: String? = nil) {
    self.content = content
    self.origins = origins
    self.remark = remark
  }

  /// A list of texts.
  init(_ texts: [String], from origins: [RenovateOrigin] = [], remark: String? = nil) {
    self.init(.list(texts.map { Draft(.text($0)) }), from: origins, remark: remark)
  }

  /// A mapping.
  init(
    _ members: KeyValuePairs<String, Draft?>, from origins: [RenovateOrigin] = [],
    remark: String? = nil
  ) {
    let present = members.compactMap { pair in pair.value.map { Member(key: pair.key, value: $0) } }
    self.init(.mapping(present), from: origins, remark: remark)
  }

  /// The members of a mapping; empty for other values.
  var members: [Member] {
    if case .mapping(let members) = content { members } else { [] }
  }

  /// The elements of a list; empty for other values.
  var elements: [Draft] {
    if case .list(let elements) = content { elements } else { [] }
  }

  /// The value of a key, which is added if it is missing.
  subscript(key: String) -> Draft? {
    get { members.first { $0.key == key }?.value }
    set {
      var members = members
      let index = members.firstIndex { $0.key == key }
      if let index, let newValue { members[index].value = newValue }
      if let index, newValue == nil { members.remove(at: index) }
      if index == nil, let newValue { members.append(Member(key: key, value: newValue)) }
      content = .mapping(members)
    }
  }

  /// Appends to the list of a key.
  mutating func append(_ element: Draft, to key: String) {
    self[key] = Draft(.list((self[key]?.elements ?? []) + [element]))
  }

  /// All origins of the value and its parts.
  var allOrigins: [RenovateOrigin] {
    origins + elements.flatMap(\.allOrigins) + members.flatMap(\.value.allOrigins)
  }

  /// The value without origins and remarks, to compare meanings.
  var plain: Draft {
    switch content {
    case .list(let elements): Draft(.list(elements.map(\.plain)))
    case .mapping(let members):
      Draft(.mapping(members.map { Member(key: $0.key, value: $0.value.plain) }))
    default: Draft(content)
    }
  }
}
