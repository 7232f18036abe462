import Configuration
import Ecosystem
import Time
import Versioning

/// One update of a pull request, in the format of `VerdictRecord.steps`: a word such as `minor`,
/// `minor=react` if rules can match its name, or with facts that other conditions need.
///
///     patch=react;e=npm;p=package.json;c=18.2.0;v=18.2.1;t=1700000000
struct StepWord: Hashable {
  /// How much of an update the rules need.
  enum Detail: Int, Comparable {
    case step, names, facts

    static func < (left: Detail, right: Detail) -> Bool { left.rawValue < right.rawValue }
  }

  /// Nil: unknown, or a word that prevents merges.
  var step: Step?
  /// The text before `=`.
  var kind: String
  /// Names that rules can match; nil if the word has none.
  var names: [String]?
  private var facts: [String: String] = [:]

  /// The kind of a replacement, which has no step and is never merged automatically.
  static let replacement = "replacement"

  /// Describes an update.
  init(_ lead: Update.Lead, in project: Project, _ detail: Detail) {
    step = lead.successor == nil ? lead.step : nil
    kind = lead.successor == nil ? lead.step?.rawValue ?? "unknown" : Self.replacement
    guard detail >= .names else { return }
    let all = lead.dependency.aliases.map(\.name) + [lead.successor].compactMap(\.self)
    names = all.map { $0.filter { $0 != " " } }
    guard detail == .facts else { return }
    var known = RuleFacts()
    known.isAdvised = lead.facts.isAdvised
    let subject = RuleSubject(lead.dependency, nil, known, in: project)
    let values: [String: String?] = [
      "e": subject.ecosystem?.rawValue, "p": subject.manifests.map(Self.list),
      "s": subject.sections.map { Self.list($0.sorted()) }, "c": subject.current,
      "h": subject.host, "a": subject.isAdvised.map { $0 ? "1" : "0" }, "v": lead.to,
      "t": lead.facts.published.map { "\($0.milliseconds / 1_000)" },
      "l": lead.facts.licence, "o": lead.facts.formerLicence,
    ]
    facts = values.compactMapValues(\.self)
  }

  /// Parses a word of `VerdictRecord.steps`.
  init(_ word: Substring) {
    let parts = word.split(separator: "=", maxSplits: 1)
    kind = parts.first.map(String.init) ?? ""
    step = Step(rawValue: kind)
    guard parts.count == 2 else { return }
    let fields = parts[1].split(separator: ";")
    names = (fields.first ?? "").split(separator: "|").map(String.init)
    for field in fields.dropFirst() {
      let pair = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2 { facts[String(pair[0])] = unescaped(String(pair[1])) }
    }
  }

  /// The word, without spaces.
  var text: String {
    guard let names else { return kind }
    let fields = facts.sorted { $0.key < $1.key }.map { ";\($0.key)=\(escaped($0.value))" }
    return "\(kind)=\(names.joined(separator: "|"))\(fields.joined())"
  }

  /// When the new version was published or first seen; nil if the word doesn't say.
  var published: Timestamp? { facts["t"].flatMap { Int64($0) }.map { Timestamp(seconds: $0) } }

  /// The update as rules see it.
  func subject(now: Timestamp?) -> RuleSubject {
    var subject = RuleSubject(names ?? [])
    subject.ecosystem = facts["e"].flatMap { EcosystemID(rawValue: $0) }
    subject.manifests = facts["p"].map(Self.items)
    subject.sections = facts["s"].map { Set(Self.items($0)) }
    subject.current = facts["c"]
    subject.host = facts["h"]
    subject.isAdvised = facts["a"].map { $0 == "1" }
    subject.version = facts["v"]
    subject.step = step
    if let now, let published { subject.age = now - published }
    subject.licence = facts["l"]
    subject.currentLicence = facts["o"]
    return subject
  }

  private static func list(_ values: [String]) -> String {
    values.map { escaped($0) }.joined(separator: ",")
  }

  private static func items(_ text: String) -> [String] {
    text.split(separator: ",").map { unescaped(String($0)) }
  }
}
