import JSON
import Text

/// Renovate's presets, by what its documentation says about them, in Renovate's own options.
///
/// Written for martlet; nothing is taken from Renovate's sources. `{{arg0}}` is the first argument.
enum RenovatePresets {
  /// The version that the table describes, for reports.
  static let version = "Renovate 44 (August 2026)"

  /// Parts of the table: whole configurations, single settings, groups and schedules.
  private static let tables = [
    configurations, settings, merging, packages, schedules, groups, files,
  ]

  /// The options of a preset.
  enum Answer: Hashable, Sendable {
    /// Its options, with arguments filled in.
    case options(JSON5Node)
    /// A preset without a counterpart, with the reason.
    case without(String)
    /// A preset in another repository.
    case inRepository
    /// Not in the table.
    case unknown
  }

  /// Looks up an element of `extends`: `config:recommended`, `:label(deps)`, `local>acme/renovate`.
  static func find(_ text: String) -> Answer {
    let (name, arguments) = parts(of: text)
    if text.contains(">") || text.hasPrefix("@") || !name.contains(":") { return .inRepository }
    for table in tables {
      guard let options = table[name] else { continue }
      guard let node = try? JSON5Node(parsing: SourceText(file: name, options)) else {
        return .unknown
      }
      return .options(node.filling(arguments))
    }
    let reason = withoutCounterpart.first { name.hasPrefix($0.prefix) }?.reason
    return reason.map { .without($0) } ?? .unknown
  }

  /// Whether a preset without a counterpart has conditions, so that a rule needs it.
  static func hasConditions(_ text: String) -> Bool {
    ["packages:", "monorepo:"].contains { text.hasPrefix($0) }
  }

  /// The names of the table, for tests.
  static var names: [String] { tables.flatMap(\.keys) }

  /// Splits a name from its arguments; `default:` is optional in Renovate.
  private static func parts(of text: String) -> (name: String, arguments: [String]) {
    var name = text
    var arguments: [String] = []
    if let open = text.firstIndex(of: "("), text.hasSuffix(")") {
      name = String(text[..<open])
      arguments = text[text.index(after: open)...].dropLast()
        .split(separator: ",").map { String($0).trimmed }
    }
    return (name.hasPrefix("default:") ? String(name.dropFirst("default".count)) : name, arguments)
  }

  /// Prefixes of presets that martlet has nothing for.
  private static let withoutCounterpart: [(prefix: String, reason: String)] = [
    ("replacements:", "has no counterpart: martlet proposes no replacements from a list"),
    ("workarounds:", "has no counterpart: these are corrections of Renovate's own look-ups"),
    ("mergeConfidence:", "has no counterpart: its data belongs to Renovate's vendor"),
    ("abandonments:", "has no counterpart: martlet doesn't mark abandoned packages by age"),
    ("customManagers:", "has no counterpart: martlet reads no further files with this preset"),
    ("regexManagers:", "has no counterpart: martlet reads no further files with this preset"),
    ("security:openssf-scorecard", "has no counterpart: martlet shows no scorecards"),
    ("preview:", "has no counterpart"),
    ("global:", "is for the operator of Renovate"),
    ("packages:", "is a list of packages in Renovate: write their names in the rule"),
    ("monorepo:", "is a list of packages in Renovate: write their names in the rule"),
    (":gitSignOff", "has no counterpart: martlet adds no sign-off to commits"),
    (":renovatePrefix", "has no counterpart: branches begin with martlet/"),
  ]
}

extension JSON5Node {
  /// Replaces `{{arg0}}` and so on in all texts; elements without an argument are dropped.
  func filling(_ arguments: [String]) -> JSON5Node {
    switch content {
    case .string(let text):
      var text = text
      for (index, argument) in arguments.enumerated() {
        text = text.replacing("{{arg\(index)}}", with: argument)
      }
      return JSON5Node(.string(text), at: location)
    case .array(let elements):
      let filled = elements.map { $0.filling(arguments) }
      return JSON5Node(
        .array(filled.filter { !($0.string?.hasPrefix("{{arg") ?? false) }), at: location)
    case .object(let members):
      return JSON5Node(
        .object(
          members.map {
            Member(name: $0.name, location: $0.location, value: $0.value.filling(arguments))
          }), at: location)
    default: return self
    }
  }
}
