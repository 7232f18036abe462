/// A deprecated dependency and the package that replaces it.
package struct Replacement: Hashable, Codable, Sendable {
  /// The identity of the deprecated dependency.
  package var old: String
  /// The name of its successor.
  package var new: String

  /// Creates a replacement; names have no spaces.
  package init(of old: String, by new: String) {
    self.old = old
    self.new = new
  }

  /// Parses `text`; nil if it has another form.
  init?(_ text: String) {
    let names = text.split(separator: " ", omittingEmptySubsequences: false)
    guard names.count == 2, names.allSatisfy({ !$0.isEmpty }) else { return nil }
    self.init(of: String(names[0]), by: String(names[1]))
  }

  /// Both names, as keys and markers have them.
  var text: String { "\(old) \(new)" }
}

extension UpdateKey {
  /// What its pull request replaces; nil for updates, which keep the name of a dependency.
  package var replacement: Replacement? {
    if case .replacement(let replacement) = subject { replacement } else { nil }
  }
}
