import Ecosystem
import Forges
import Text
import Versioning

extension Update {
  /// The title of the pull request and its commit.
  ///
  ///     bump swift-nio from 2.40.0 to 2.62.0 in /ios
  ///     update rails requirement from ~> 6.0 to ~> 7.0
  ///     bump the web group across 2 directories with 3 updates
  ///
  /// If the title is too long for the forge, the versions are omitted, then the end is cut.
  package func title(_ style: TitleStyle, limit: Int = TextLimits().title) -> String {
    let titles = [sentence(), sentence(withVersions: false)].map {
      style.title($0, isDevelopment: isDevelopment, isSecurity: !fixes.isEmpty)
    }
    return titles.first { $0.utf16.count <= limit } ?? shortened(titles[0], to: limit)
  }

  /// The title, shortened to fit the first line of a commit.
  ///
  /// Over 72 characters, ` from X to Y` is omitted first, then everything after ` in `, as in
  /// Dependabot.
  package func subject(_ style: TitleStyle) -> String {
    let short = sentence(withVersions: false)
    let shortest = short.firstRange(of: " in ").map { String(short[..<$0.lowerBound]) } ?? short
    let candidates = [sentence(), short, shortest]
      .map { style.title($0, isDevelopment: isDevelopment, isSecurity: !fixes.isEmpty) }
    return candidates.first { $0.count <= 72 } ?? shortened(candidates[2], to: TextLimits().title)
  }

  /// Whether all updated dependencies are development dependencies.
  private var isDevelopment: Bool { leads.allSatisfy { $0.dependency.group == .development } }

  private func sentence(withVersions: Bool = true) -> String {
    if key.isMaintenance { return "update the lock file" + directorySuffix }
    switch (key.scope, key.subject, group) {
    case (.ecosystems, .group(let name), _):
      return "bump the \"\(plain(name))\" group with \(updates) across multiple ecosystems"
    case (_, .group(let name), _) where leads.count != 1:
      return "bump the \(plain(name)) group\(reach) with \(updates)"
    case (.directories, .group(let name), _):
      return alone(withVersions) + " in the \(plain(name)) group" + reach
    case (.directories, .dependency(let name), _) where directories > 1:
      return "bump \(plain(name, isScoped: true))\(reach)"
    case (_, _, let group?):
      return alone(withVersions) + directorySuffix + " in the \(plain(group)) group"
    case (_, _, nil): return alone(withVersions) + directorySuffix
    }
  }

  /// ` in /directory`, or ` across 2 directories` for an entry with several.
  var reach: String {
    guard case .directories = key.scope else { return directorySuffix }
    return " across \(directories) \(directories == 1 ? "directory" : "directories")"
  }

  private var directorySuffix: String {
    guard let directory = parts.first?.project.directory, directory != "/" else { return "" }
    return " in \(plain(directory))"
  }

  /// `1 update` or `3 updates`; counts each dependency once.
  var updates: String {
    let step = key.step.map { "\($0.rawValue) " } ?? ""
    return names.count == 1 ? "1 \(step)update" : "\(names.count) \(step)updates"
  }

  /// The dependencies' names, each once.
  private var names: [String] { leads.map { plain($0.dependency.name, isScoped: true) }.unique }

  /// The title without a group.
  private func alone(_ withVersions: Bool) -> String {
    let single = Set(parts.flatMap { part in part.leads.map { text($0, part, withVersions) } })
    if single.count == 1, let text = single.first { return text }
    let isLibrary = parts.allSatisfy { part in part.leads.allSatisfy { part.edit(of: $0) != nil } }
    let list = [names.dropLast().joined(separator: ", "), names.last ?? ""]
    return (isLibrary ? "update requirements for " : "bump ")
      + list.filter { !$0.isEmpty }.joined(separator: " and ")
  }

  private func text(_ lead: Lead, _ part: Part, _ withVersions: Bool) -> String {
    let name = plain(lead.dependency.name, isScoped: true)
    if let edit = part.edit(of: lead) {
      let (before, after) = (oneLine(edit.before), oneLine(edit.after))
      let versions = " from \(unlabelled(before)) to \(unlabelled(after))"
      return "update \(name) requirement" + (withVersions ? versions : "")
    }
    if let successor = lead.successor {
      let (old, new) = (oneLine(shown(lead.from)), oneLine(shown(lead.to)))
      let other = plain(successor, isScoped: true)
      return withVersions
        ? "replace \(name) \(old) with \(other) \(new)" : "replace \(name) with \(other)"
    }
    let bump = (lead.facts.isRollback ? "roll back" : "bump") + " \(name)"
    guard withVersions else { return bump }
    return bump + " from \(oneLine(shown(lead.from))) to \(oneLine(shown(lead.to)))"
      + part.otherDigests(of: lead)
  }
}

extension Update.Part {
  /// The edited requirement of a library, which has no lock file and therefore no current version.
  func edit(of lead: Update.Lead) -> Move.Edit? {
    guard project.lock == nil, lead.dependency.current == nil else { return nil }
    return change.moves.first { $0.name == lead.dependency.name }?.requirement
  }
}

extension Update.Part {
  /// The other tags of an image whose digests move together: ` and edge@sha256:1f0c2ab to
  /// edge@sha256:9be2d11`, ` and 2 other tags`; empty without any.
  fileprivate func otherDigests(of lead: Update.Lead) -> String {
    guard lead.to.contains("@sha256:") else { return "" }
    let moves = change.requirements.filter { $0.name == lead.dependency.name }
      .map { (from: reference($0.before), to: reference($0.after)) }
      .filter { $0.to != lead.to && $0.to.contains("@sha256:") }
    let others = Dictionary(moves.map { ($0.to, $0.from) }) { first, _ in first }
    guard let (to, from) = others.first else { return "" }
    return others.count == 1
      ? " and \(oneLine(shown(from))) to \(oneLine(shown(to)))" : " and \(others.count) other tags"
  }

  /// The tag and the digest of an image's name: `edge@sha256:1f0c2ab` of `ghcr.io/acme/app:edge@…`.
  private func reference(_ name: String) -> String {
    let last = name.slashParts(omittingEmptySubsequences: false).last ?? name[...]
    return last.firstIndex(of: ":").map { String(last[last.index(after: $0)...]) } ?? name
  }
}

/// Removes the label of `from: "1.0.0"`, because the title already contains "from".
private func unlabelled(_ requirement: String) -> String {
  guard requirement.hasPrefix("from: \""), requirement.hasSuffix("\"") else { return requirement }
  return String(requirement.dropFirst(7).dropLast())
}

/// Shortens a commit as git does, and a digest such as `22@sha256:…`; other versions are unchanged.
func shown(_ version: String) -> String {
  let digits =
    version.lastIndex(of: ":").map { version[version.index(after: $0)...] } ?? version[...]
  let isHash = [40, 64].contains(digits.utf8.count) && digits.allSatisfy(\.isHexDigit)
  return isHash ? String(version[..<digits.startIndex] + digits.prefix(7)) : version
}
