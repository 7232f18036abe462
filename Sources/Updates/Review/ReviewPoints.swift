import Changelogs
import Ecosystem

/// The part of a body that says what to look at before the rest: pure, a line a finding.
struct ReviewPoints {
  /// Names of a list that are written out.
  private static let namesShown = 8

  var annotation: Annotation
  /// What moves without being the reason.
  var followers: [Move]
  /// In the order in which the body names them.
  var leads: [String]
  /// The advisories that the update puts an end to.
  var fixes: [Fix] = []
  /// Packages from hosts that no registry names.
  var foreign: [ForeignSource] = []

  /// A heading with its list; empty where nothing stands out.
  func text(_ room: inout BodyBudget) -> String {
    room.take(lines.map { "- \($0)" }, after: ["### What to look at first", ""], share: 0.4) {
      "- … and \($0) more: see the release notes and the lock file"
    }
  }

  /// The most urgent first.
  var lines: [String] {
    hosts + fixes.map(words) + leads.flatMap(highlights) + annotation.cautions.map(words)
      + [arrived, left].compactMap(\.self) + leads.compactMap(uses)
  }

  /// A line for each host that no registry names.
  private var hosts: [String] {
    foreign.map(\.host).unique.map { host in
      let packages = foreign.filter { $0.host == host }.map(\.package)
      let comes = packages.count == 1 ? "comes" : "come"
      return "**Unknown host**: \(shortList(packages, of: "packages")) \(comes) from "
        + "\(code(host)), which no registry of the project or of the operator names. "
        + "This update does not merge by itself."
    }
  }

  private func words(_ fix: Fix) -> String {
    let alert = fix.alert
    let names =
      alert.aliases.map { code($0) } + [alert.severity.map { code($0) }].compactMap(\.self)
    let aside = names.isEmpty ? "" : " (\(names.joined(separator: ", ")))"
    let summary = Sanitiser.line(alert.summary, base: LinkBase(page: alert.page))
    let ranges = alert.ranges.map { code($0) }.joined(separator: ", ")
    return "**Security**: \(code(fix.dependency)) is no longer hit by "
      + "[\(alert.id)](\(alert.page))\(aside)"
      + (summary.isEmpty ? "" : ": \(summary)")
      + (ranges.isEmpty ? "" : " — hit are \(ranges)")
  }

  private func highlights(of lead: String) -> [String] {
    (annotation.highlights[lead] ?? []).map { highlight in
      let name = leads.count > 1 ? "\(code(lead)): " : ""
      return "\(name)[\(title(highlight.kind))](\(highlight.page)): \(highlight.text)"
    }
  }

  private func title(_ kind: Highlight.Kind) -> String {
    switch kind {
    case .security: "Security"
    case .breaking: "Breaking change"
    case .deprecation: "Deprecation"
    case .upgradeGuide: "Upgrading"
    }
  }

  private func words(_ caution: Caution) -> String {
    switch caution {
    case .installScript(let package, let version):
      "\(code(package)) \(code(version)) runs a script when it is installed; before, it ran none."
    case .newPublisher(let package, let publisher):
      "\(code(package)) was published by \(code(publisher)), who published none of its versions "
        + "up to the current one."
    case .repositoryMoved(let package, let old, let new):
      "\(code(package)) names \(code(new)) as its repository; before, \(code(old))."
    case .provenanceLost(let package, let version):
      "\(code(package)) \(code(version)) no longer proves where it was built; the current version "
        + "does."
    case .deprecated(let package, let version, let message):
      "\(code(package)) \(code(version)) is deprecated\(message.isEmpty ? "." : ": \(code(message))")"
    }
  }

  private var arrived: String? {
    sentence(
      followers.filter { $0.from == nil }, one: "package comes along", many: "packages come along"
    )
    .map { "\($0), new in the lock." }
  }

  private var left: String? {
    sentence(followers.filter { $0.to == nil }, one: "package leaves", many: "packages leave")
      .map { $0 + "." }
  }

  /// `3 packages come: a, b and 1 more`, as far as the number and the names go.
  private func sentence(_ moves: [Move], one: String, many: String) -> String? {
    guard !moves.isEmpty else { return nil }
    var names = moves.prefix(Self.namesShown).map { code($0.name) }
    if moves.count > Self.namesShown { names.append("\(moves.count - Self.namesShown) more") }
    let list = names.joined(separator: ", ")
    return "\(moves.count) \(moves.count == 1 ? one : many) (\(list))"
  }

  private func uses(of lead: String) -> String? {
    guard let uses = annotation.uses[lead], uses.read > 0 else { return nil }
    let bound =
      uses.read < uses.candidates ? " of the \(uses.read) looked at, of \(uses.candidates)" : ""
    guard !uses.files.isEmpty else { return nil }
    var names = uses.files.prefix(Self.namesShown).map { code($0) }
    if uses.files.count > names.count { names.append("…") }
    let files = uses.files.count == 1 ? "file" : "files"
    return "\(code(lead)) is imported in \(uses.files.count) \(files)\(bound): "
      + names.joined(separator: ", ")
  }
}
