import JSON

/// Requirements by package, in the order of a manifest.
struct Requirements: Hashable, Sendable {
  private(set) var names: [String] = []
  private var texts: [String: String] = [:]

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

  var isEmpty: Bool { names.isEmpty }
  var pairs: [(name: String, text: String)] { names.map { ($0, texts[$0] ?? "") } }

  subscript(name: String) -> String? {
    get { texts[name] }
    set {
      if newValue == nil {
        if texts[name] != nil { names.removeAll { $0 == name } }
      } else if texts[name] == nil {
        names.append(name)
      }
      texts[name] = newValue
    }
  }

  /// Returns these requirements with others added, which win and keep these places.
  func merging(_ others: Requirements) -> Requirements {
    others.pairs.reduce(into: self) { $0[$1.name] = $1.text }
  }
}
