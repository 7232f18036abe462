import Ecosystem

extension Update {
  /// One line that says what moves, for the pull request and its commit.
  ///
  ///     bump swift-nio from 2.40.0 to 2.62.0 in /ios
  ///     update rails requirement from ~> 6.0 to ~> 7.0
  ///     bump the web group with 3 updates
  package func title(_ style: TitleStyle) -> String {
    style.title(sentence(), isDevelopment: isDevelopment)
  }

  /// The title, shortened to what fits into a commit's first line.
  ///
  /// Over 72 characters ` from X to Y` goes first, then ` in /directory` (Dependabot's rule).
  package func subject(_ style: TitleStyle) -> String {
    let candidates = [
      sentence(), sentence(withVersions: false), sentence(withVersions: false, withPlace: false),
    ].map { style.title($0, isDevelopment: isDevelopment) }
    return candidates.first { $0.count <= 72 } ?? candidates[candidates.count - 1]
  }

  /// Whether only development needs any of what the pull request is about.
  private var isDevelopment: Bool { leads.allSatisfy { $0.dependency.group == .development } }

  private func sentence(withVersions: Bool = true, withPlace: Bool = true) -> String {
    let place = withPlace && key.directory != "/" ? " in \(key.directory)" : ""
    if case .group(let group) = key.subject, leads.count != 1 {
      return "bump the \(group) group\(place) with \(leads.count) updates"
    }
    var words = leads.count == 1 ? single(leads[0], withVersions) : several()
    words += place
    if case .group(let group) = key.subject { words += " in the \(group) group" }
    return words
  }

  private func single(_ lead: Lead, _ withVersions: Bool) -> String {
    let name = lead.dependency.name
    if let edit = requirementAlone(of: lead) {
      let versions = " from \(edit.before) to \(edit.after)"
      return "update \(name) requirement" + (withVersions ? versions : "")
    }
    return "bump \(name)" + (withVersions ? " from \(shown(lead.from)) to \(shown(lead.to))" : "")
  }

  private func several() -> String {
    let names = leads.map(\.dependency.name)
    let requirementsAlone = leads.allSatisfy { requirementAlone(of: $0) != nil }
    let list = names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    return (requirementsAlone ? "update requirements for " : "bump ") + list
  }

  /// The edit of a requirement where no lock says which version is in use: a library.
  private func requirementAlone(of lead: Lead) -> Move.Edit? {
    guard project.lock == nil else { return nil }
    return change.moves.first { $0.name == lead.dependency.name }?.requirement
  }
}

/// Shortens a commit's name as git does; versions stay as they are.
func shown(_ version: String) -> String {
  let isCommit = version.utf8.count == 40 && version.allSatisfy(\.isHexDigit)
  return isCommit ? String(version.prefix(7)) : version
}
