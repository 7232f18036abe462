import Changelogs
import Ecosystem

/// The section "What to look at first" of a body.
///
/// Pure.
struct ReviewPoints {
  /// The number of names to show in a list.
  private static let namesShown = 8

  var annotation: Annotation
  /// Packages that change only because of the leads.
  var followers: [Move]
  /// The names of the updated dependencies, in the order of the body.
  var leads: [String]
  /// The advisories that the update fixes.
  var fixes: [Fix] = []
  /// Packages from unknown origins.
  var foreign: [ForeignSource] = []
  /// Versions whose contents changed after the pull request was opened.
  var changed: [ChangedContent] = []

  /// A heading with a list; empty if there are no points.
  func text(_ room: inout BodyBudget) -> String {
    room.fit(lines.map { "- \($0)" }, after: ["### What to look at first", ""], share: 0.4) {
      "- … and \($0) more: see the release notes and the lock file"
    }
  }

  /// The points, most important first.
  var lines: [String] {
    hosts + changed.map(point) + fixes.map(point) + annotation.impacts.points
      + leads.flatMap(highlights)
      + annotation.warnings.map(point) + [arrived, left].compactMap(\.self)
      + leads.compactMap(evidence) + annotation.held.map(point)
      + leads.compactMap(uses)
  }

  private func evidence(of lead: String) -> String? {
    annotation.evidence[lead].map { "\(code(lead)) is \($0)." }
  }

  private func point(_ held: HeldBackRelease) -> String {
    "\(code(held.name)) \(code(held.version)) is held back: it \(inMarkdown(held.reason))."
  }

  private func point(_ changed: ChangedContent) -> String {
    "**Changed afterwards**: \(code(changed.subject)) was \(code(changed.before)) when this pull "
      + "request was opened, and is \(code(changed.after)) now. The branch keeps the former. "
      + "martlet neither changes nor merges this pull request until `@martlet recreate` accepts "
      + "the latter."
  }

  /// A line for each unknown origin.
  private var hosts: [String] {
    foreign.map(\.origin).unique.map { origin in
      let packages = foreign.filter { $0.origin == origin }.map(\.package)
      let comes = packages.count == 1 ? "comes" : "come"
      return "**Unknown host**: \(shortList(packages, of: "packages")) \(comes) from "
        + "\(code(origin)), which neither the project nor the operator names. "
        + "martlet does not merge this update automatically."
    }
  }

  private func point(_ fix: Fix) -> String {
    let alert = fix.alert
    let names =
      alert.aliases.map { code($0) } + [alert.severity.map { code($0) }].compactMap(\.self)
    let aside = names.isEmpty ? "" : " (\(names.joined(separator: ", ")))"
    let summary = Sanitiser.line(alert.summary, base: LinkBase(page: alert.page))
    let ranges = alert.ranges.map { code($0) }.joined(separator: ", ")
    let remaining = fix.remaining ?? []
    let effect = remaining.isEmpty ? "is no longer affected by" : "is updated only partly for"
    let versions = remaining.map { code($0) }.joined(separator: ", ")
    let rest =
      "; \(versions) is affected too, and stays in the lock, because other packages need it"
    return "**Security**: \(code(fix.dependency)) \(effect) "
      + "[\(alert.id)](\(alert.page))\(aside)" + (remaining.isEmpty ? "" : rest)
      + (summary.isEmpty ? "" : ": \(summary)")
      + (ranges.isEmpty ? "" : " — affected versions: \(ranges)")
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

  private func point(_ warning: Warning) -> String {
    switch warning {
    case .installScript(let package, let version):
      "\(code(package)) \(code(version)) runs an install script; the current version does not."
    case .newPublisher(let package, let publisher):
      "\(code(package)) was published by \(code(publisher)), who did not publish any version up "
        + "to the current one."
    case .repositoryMoved(let package, let old, let new):
      "The repository of \(code(package)) changed from \(code(old)) to \(code(new))."
    case .provenanceLost(let package, let version):
      "\(code(package)) \(code(version)) has no provenance attestation; the current version has "
        + "one."
    case .otherPlatform(let package, let version, let needs):
      "\(code(package)) \(code(version)) doesn't support the platform that this pull request was "
        + "made for: \(code(needs)). It can be installed only on a platform that it supports."
    case .unmetPeer(let package, let version, let peer, let range, let found):
      "\(code(package)) \(code(version)) wants \(code(peer)) \(code(range)) as a peer, and gets "
        + "\(code(found))."
    case .deprecated(let package, let version, let message):
      "\(code(package)) \(code(version)) is deprecated\(message.isEmpty ? "." : ": \(code(message))")"
    }
  }

  private var arrived: String? {
    sentence(
      followers.filter { $0.from == nil }, one: "package is added", many: "packages are added"
    )
    .map { $0 + "." }
  }

  private var left: String? {
    sentence(
      followers.filter { $0.to == nil }, one: "package is removed", many: "packages are removed"
    )
    .map { $0 + "." }
  }

  /// Returns `3 packages are added (a, b, 1 more)` without a full stop.
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
      uses.read < uses.candidates
      ? " of \(uses.read) examined files (\(uses.candidates) candidates)" : ""
    guard !uses.files.isEmpty else { return nil }
    var names = uses.files.prefix(Self.namesShown).map { code($0) }
    if uses.files.count > names.count { names.append("…") }
    let files = uses.files.count == 1 ? "file" : "files"
    return "\(code(lead)) is imported in \(uses.files.count) \(files)\(bound): "
      + names.joined(separator: ", ")
  }
}
