package import Ecosystem
package import JSON

/// The versions of Node and npm that a project runs on, as far as they are stated.
///
/// A tool without a stated version is ignored, so that no release is held back by an assumption.
package struct Engines: Hashable, Sendable {
  /// A stated version or range.
  package struct Named: Hashable, Sendable {
    /// The stated versions; a single version is a range too.
    var range: Range
    /// The version, if a single one is stated.
    var version: Version?
    /// The place that states it: `.nvmrc`, `volta of package.json`.
    package var origin: String
    /// The version or range as text: `20.11.0`, `>=18`.
    package var text: String { name ?? version?.description ?? range.text }
    /// The name that stands for the range now: `lts/*`.
    private var name: String?
    /// The source as a clause: `.nvmrc names 20.11.0`.
    var source: String { "\(origin) names \(text)" }

    /// Parses a version, its first numbers such as `20`, or a range.
    ///
    /// Nil for any other text.
    init?(_ text: String, from source: String) {
      guard let range = Range(text, includePrerelease: true) else { return nil }
      self.range = range
      version = Version(text, loose: true)
      origin = source
    }

    /// Takes a statement of the repository; nil if it names no certain version.
    init?(_ statement: ToolStatement) {
      guard let range = statement.range else { return nil }
      self.range = range
      version = statement.version
      origin = statement.origin
      name = statement.isMoving ? statement.text : nil
    }
  }

  /// The Node version; nil if it is not stated.
  package var node: Named?
  /// The npm version; nil if it is not stated.
  package var npm: Named?

  /// Creates engines without stated versions.
  package init() {}

  /// Creates engines from the operator's configuration; nil for a tool that it omits.
  package init(node: String?, npm: String?) {
    self.node = node.flatMap { Named($0, from: "the operator's file") }
    self.npm = npm.flatMap { Named($0, from: "the operator's file") }
  }

  /// Creates the engines of a project: the versions of its repository, else the operator's.
  ///
  /// `engines` of the manifest has the versions that the project supports: of these it takes the
  /// operator's, if it is one.
  package init(_ tools: ProjectTools, node: String?, npm: String?) {
    self.node = Self.named(.node, tools, operators: node)
    self.npm = Self.named(.npm, tools, operators: npm)
  }

  private static func named(_ tool: Tool, _ tools: ProjectTools, operators text: String?) -> Named?
  {
    if let statement = tools[tool, weakest: .versionFile] { return Named(statement) }
    let operators = text.flatMap { Named($0, from: "the operator's file") }
    guard let supported = tools[tool, weakest: .engines].flatMap(Named.init) else {
      return operators
    }
    guard let version = operators?.version, supported.range.contains(version) else {
      return supported
    }
    return operators
  }

  /// Whether any version is stated.
  var isStated: Bool { node != nil || npm != nil }

  /// The Node with which `engines` of packages are compared, for reports.
  package var toolVersion: ToolVersion { ToolVersion("Node", node?.text, from: node?.origin) }

  /// Whether the engines satisfy a manifest's `engines`, as npm-install-checks 6 decides.
  ///
  /// Tools other than Node and npm are ignored. Of a stated range one version has to fit.
  package func satisfy(_ requirements: EngineRequirements) -> Bool {
    Self.satisfies(node, requirements.node) && Self.satisfies(npm, requirements.npm)
  }

  /// Explains which requirement is not met: `needs Node >=22, but .nvmrc names 20.11.0`.
  package func objection(to requirements: EngineRequirements) -> String? {
    for (tool, named, requirement) in [
      ("Node", node, requirements.node), ("npm", npm, requirements.npm),
    ] {
      guard let named, !Self.satisfies(named, requirement) else { continue }
      let range = if case .range(let text) = requirement { text } else { "of an unreadable range" }
      return "needs \(tool) \(range), but \(named.source)"
    }
    return nil
  }

  private static func satisfies(
    _ named: Named?, _ requirement: EngineRequirements.Requirement
  ) -> Bool {
    guard let named else { return true }
    switch requirement {
    case .anything: return true
    case .unreadable: return false
    case .range(let text):
      guard let range = Range(text, includePrerelease: true) else { return false }
      return named.version.map(range.contains) ?? range.intersects(named.range)
    }
  }
}

/// The field `engines` of a manifest.
package struct EngineRequirements: Sendable {
  /// The required versions of one tool.
  enum Requirement: Sendable {
    case anything
    case range(String)
    /// The value is neither a text nor falsy.
    case unreadable
  }

  let node: Requirement
  let npm: Requirement

  /// The requirements of a manifest without the field.
  static var none: EngineRequirements { EngineRequirements(nil as JSON.Node?) }

  /// Parses the field; nil for a manifest without it.
  package init(_ engines: JSON.Node?) {
    node = EngineRequirements.requirement(engines?["node"])
    npm = EngineRequirements.requirement(engines?["npm"])
  }

  /// Parses the field from a value, as a lock stores it.
  package init(_ engines: Value?) {
    node = EngineRequirements.requirement(engines?.object?["node"])
    npm = EngineRequirements.requirement(engines?.object?["npm"])
  }

  private static func requirement(_ value: JSON.Node?) -> Requirement {
    guard let value else { return .anything }
    guard let text = value.string else { return value.isTruthy ? .unreadable : .anything }
    return text.isEmpty ? .anything : .range(text)
  }

  private static func requirement(_ value: Value?) -> Requirement {
    guard let value else { return .anything }
    guard let text = value.string else { return value.isTruthy ? .unreadable : .anything }
    return text.isEmpty ? .anything : .range(text)
  }
}
