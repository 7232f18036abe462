import JSON

/// The versions of Node and npm that a project runs on, as far as anything names them.
///
/// Tools without a named version are ignored, so that no release is held back by an assumption.
package struct Engines: Hashable, Sendable {
  /// A version that is named, or a range of versions.
  package struct Named: Hashable, Sendable {
    /// The range that versions must have in common with a demand; one version is a range too.
    var range: Range
    /// One version, which a demand has to contain.
    var version: Version?
    /// Who names it, as a subject: `.nvmrc names 20.11.0`.
    var source: String

    /// Takes what a source names: a version, a part of one such as `20`, or a range.
    ///
    /// Nil for anything else, such as `lts/*`, which stands for no certain version.
    init?(_ text: String, from source: String) {
      guard let range = Range(text, includePrerelease: true) else { return nil }
      self.range = range
      version = Version(text, loose: true)
      self.source = "\(source) names \(version?.description ?? text)"
    }
  }

  /// Nil: nothing names it.
  package var node: Named?
  /// Nil: nothing names it.
  package var npm: Named?

  /// Names nothing.
  package init() {}

  /// Takes the versions that an operator's file names; nil where it names none.
  package init(node: String?, npm: String?) {
    self.node = node.flatMap { Named($0, from: "the operator's file") }
    self.npm = npm.flatMap { Named($0, from: "the operator's file") }
  }

  /// Judges a manifest's `engines` as npm-install-checks 6 does; others than Node and npm pass.
  func satisfy(_ wanted: EngineDemand) -> Bool {
    Self.satisfies(node, wanted.node) && Self.satisfies(npm, wanted.npm)
  }

  /// Explains which demand isn't met: `needs Node >=22, but .nvmrc names 20.11.0`.
  func objection(to wanted: EngineDemand) -> String? {
    for (tool, named, wish) in [("Node", node, wanted.node), ("npm", npm, wanted.npm)] {
      guard let named, !Self.satisfies(named, wish) else { continue }
      let words = if case .range(let text) = wish { text } else { "of a kind that is not readable" }
      return "needs \(tool) \(words), but \(named.source)"
    }
    return nil
  }

  private static func satisfies(_ named: Named?, _ wanted: EngineDemand.Wish) -> Bool {
    guard let named else { return true }
    switch wanted {
    case .anything: return true
    case .unreadable: return false
    case .range(let text):
      guard let range = Range(text, includePrerelease: true) else { return false }
      return named.version.map(range.contains) ?? range.intersects(named.range)
    }
  }
}

/// What a manifest asks of Node and npm.
struct EngineDemand: Sendable {
  /// What it asks of one of them.
  enum Wish: Sendable {
    case anything
    case range(String)
    /// It is neither text nor what JavaScript takes for nothing.
    case unreadable
  }

  let node: Wish
  let npm: Wish

  init(_ engines: JSON.Node?) {
    node = EngineDemand.wish(engines?["node"])
    npm = EngineDemand.wish(engines?["npm"])
  }

  /// Takes the field as a lock or a package keeps it.
  init(_ engines: Value?) {
    node = EngineDemand.wish(engines?.object?["node"])
    npm = EngineDemand.wish(engines?.object?["npm"])
  }

  private static func wish(_ value: JSON.Node?) -> Wish {
    guard let value else { return .anything }
    guard let text = value.string else { return value.isTruthy ? .unreadable : .anything }
    return text.isEmpty ? .anything : .range(text)
  }

  private static func wish(_ value: Value?) -> Wish {
    guard let value else { return .anything }
    guard let text = value.string else { return value.isTruthy ? .unreadable : .anything }
    return text.isEmpty ? .anything : .range(text)
  }
}
