import Ecosystem
import Forges

extension Update {
  /// One line that says what moves, for the pull request and its commit.
  ///
  ///     bump swift-nio from 2.40.0 to 2.62.0 in /ios
  ///     update rails requirement from ~> 6.0 to ~> 7.0
  ///     bump the web group across 2 directories with 3 updates
  ///
  /// A title that is too long for the forge loses the versions, then its end.
  package func title(_ style: TitleStyle, limit: Int = TextLimits().title) -> String {
    let titles = [sentence(), sentence(withVersions: false)].map {
      style.title($0, isDevelopment: isDevelopment, isSecurity: !fixes.isEmpty)
    }
    return titles.first { $0.utf16.count <= limit } ?? shortened(titles[0], to: limit)
  }

  /// The title, shortened to what fits into a commit's first line.
  ///
  /// Over 72 characters ` from X to Y` goes first, then everything from ` in ` on, as with
  /// Dependabot.
  package func subject(_ style: TitleStyle) -> String {
    let short = sentence(withVersions: false)
    let shortest = short.firstRange(of: " in ").map { String(short[..<$0.lowerBound]) } ?? short
    let candidates = [sentence(), short, shortest]
      .map { style.title($0, isDevelopment: isDevelopment, isSecurity: !fixes.isEmpty) }
    return candidates.first { $0.count <= 72 } ?? shortened(candidates[2], to: TextLimits().title)
  }

  /// Whether only development needs any of what the pull request is about.
  private var isDevelopment: Bool { leads.allSatisfy { $0.dependency.group == .development } }

  private func sentence(withVersions: Bool = true) -> String {
    switch (key.scope, key.subject, group) {
    case (.ecosystems, .group(let name), _):
      return "bump the \"\(plain(name))\" group with \(updates) across multiple ecosystems"
    case (_, .group(let name), _) where leads.count != 1:
      return "bump the \(plain(name)) group\(reach) with \(updates)"
    case (.directories, .group(let name), _):
      return alone(withVersions) + " in the \(plain(name)) group" + reach
    case (.directories, .dependency(let name), _) where directories > 1:
      return "bump \(plain(name, isScoped: true))\(reach)"
    case (_, _, let group?): return alone(withVersions) + place + " in the \(plain(group)) group"
    case (_, _, nil): return alone(withVersions) + place
    }
  }

  /// ` in /directory`, or for an entry of several ` across 2 directories`.
  var reach: String {
    guard case .directories = key.scope else { return place }
    return " across \(directories) \(directories == 1 ? "directory" : "directories")"
  }

  private var place: String {
    guard let directory = parts.first?.project.directory, directory != "/" else { return "" }
    return " in \(plain(directory))"
  }

  /// `1 update` or `3 updates`, of dependencies that differ.
  var updates: String { names.count == 1 ? "1 update" : "\(names.count) updates" }

  /// The dependencies' names, each once.
  private var names: [String] { leads.map { plain($0.dependency.name, isScoped: true) }.unique }

  /// The words for dependencies that no group brings together.
  private func alone(_ withVersions: Bool) -> String {
    let single = Set(parts.flatMap { part in part.leads.map { words($0, part, withVersions) } })
    if single.count == 1, let words = single.first { return words }
    let isLibrary = parts.allSatisfy { part in part.leads.allSatisfy { part.edit(of: $0) != nil } }
    let list = [names.dropLast().joined(separator: ", "), names.last ?? ""]
    return (isLibrary ? "update requirements for " : "bump ")
      + list.filter { !$0.isEmpty }.joined(separator: " and ")
  }

  private func words(_ lead: Lead, _ part: Part, _ withVersions: Bool) -> String {
    let name = plain(lead.dependency.name, isScoped: true)
    if let edit = part.edit(of: lead) {
      let (before, after) = (oneLine(edit.before), oneLine(edit.after))
      let versions = " from \(unlabelled(before)) to \(unlabelled(after))"
      return "update \(name) requirement" + (withVersions ? versions : "")
    }
    return "bump \(name)"
      + (withVersions ? " from \(oneLine(shown(lead.from))) to \(oneLine(shown(lead.to)))" : "")
  }
}

extension Update.Part {
  /// The edit of a requirement where no lock says which version is in use: a library.
  func edit(of lead: Update.Lead) -> Move.Edit? {
    guard project.lock == nil else { return nil }
    return change.moves.first { $0.name == lead.dependency.name }?.requirement
  }
}

/// Takes SwiftPM's commonest label off, which would stand after another "from": `from: "1.0.0"`.
private func unlabelled(_ requirement: String) -> String {
  guard requirement.hasPrefix("from: \""), requirement.hasSuffix("\"") else { return requirement }
  return String(requirement.dropFirst(7).dropLast())
}

/// Shortens a commit's name as git does; versions stay as they are.
func shown(_ version: String) -> String {
  let isCommit = version.utf8.count == 40 && version.allSatisfy(\.isHexDigit)
  return isCommit ? String(version.prefix(7)) : version
}
