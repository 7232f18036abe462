import JSON

/// Requirements by package, in the order of a manifest.
struct Requirements: Hashable, Sendable {
  private var texts = OrderedMap<String>()

  /// No requirements.
  init() {}

  /// Reads a section of a manifest; values that are not texts are left out.
  init(_ section: JSON.Node?) {
    for member in section?.members ?? [] {
      if let text = member.value.string { self[member.key] = text }
    }
  }

  /// Reads a section.
  init(_ section: Object?) {
    for member in section?.members ?? [] {
      if let text = member.value.string { self[member.key] = text }
    }
  }

  var isEmpty: Bool { texts.isEmpty }
  var names: [String] { texts.names }
  var pairs: [(name: String, text: String)] { texts.pairs.map { ($0.name, $0.value) } }

  subscript(name: String) -> String? {
    get { texts[name] }
    set { texts[name] = newValue }
  }

  /// Returns these requirements with others added, which win and keep these places.
  func merging(_ others: Requirements) -> Requirements {
    others.pairs.reduce(into: self) { $0[$1.name] = $1.text }
  }

  /// Compares names and texts, and their order.
  static func == (left: Requirements, right: Requirements) -> Bool {
    left.texts.pairs.elementsEqual(right.texts.pairs, by: ==)
  }

  /// Hashes names and texts.
  func hash(into hasher: inout Hasher) {
    for (name, text) in texts.pairs {
      hasher.combine(name)
      hasher.combine(text)
    }
  }
}
