import Changelogs
import Ecosystem
import Forges
import Languages
import Versioning

extension Update {
  /// The text of the pull request: changes, points to look at first, release notes and commands.
  ///
  /// The lists of dependencies get their room first; the release notes share the rest.
  ///
  /// - Parameters:
  ///   - annotation: release notes, warnings about origins and uses.
  ///   - limit: the maximum length in UTF-16 units.
  /// - Returns: Markdown that ends with a newline.
  package func body(
    _ annotation: Annotation = Annotation(), limit: Int = TextLimits().body
  ) -> String {
    let (introduction, marker) = (introduction(), BodyMarker(self).text)
    var room = BodyBudget(limit - 1, besides: [introduction, footer, marker])
    let remarks = room.fit(remarks, share: 0.3) { language("… and \($0) more lines.") }
    let table = table(&room)
    let names = leads.map(\.dependency.name).unique
    let replaced = leads.compactMap { lead in lead.successor.map { (lead.dependency.name, $0) } }
    let first = ReviewPoints(
      annotation: annotation, followers: self.followers, leads: names, fixes: fixes,
      foreign: foreign, changed: changedContents,
      replaced: replaced.map { Replacement(of: $0, by: $1) }, language: language
    )
    .text(&room)
    let (followers, requirements) = (followerTable(&room), requirements(&room))
    let blocked = blocked(&room)
    return
      ([introduction, remarks, table, followers, requirements, blocked, first]
      + notes(annotation, &room) + [footer, marker])
      .filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  /// Whether a body within a limit has room for all dependencies.
  func fits(_ limit: Int) -> Bool {
    let fixed = [introduction(), footer, BodyMarker(self).text]
    return BodyBudget(limit, besides: fixed).left > 1_000
  }

  private func introduction() -> String {
    if key.isMaintenance {
      return language("Updates the lock file\(directorySuffix) as far as the requirements allow.")
    }
    guard leads.count == 1, let lead = leads.first else {
      return language("Bumps \(leads.count) dependencies\(directorySuffix).")
    }
    let (from, to) = (code(lead.from), code(lead.to))
    if let successor = lead.successor {
      return language(
        "Replaces \(name(lead)) \(from) with \(code(successor)) \(to)\(directorySuffix).")
        + language(
          " The registry says that \(from) is deprecated, and names \(code(successor)) as the "
            + "successor.")
    }
    guard lead.facts.isRollback else {
      return language("Bumps \(name(lead)) from \(from) to \(to)\(directorySuffix).") + kind(lead)
    }
    return language("Rolls back \(name(lead)) from \(from) to \(to)\(directorySuffix).")
      + language(
        " This is a rollback: the registry doesn't have \(from) any more, and no newer version "
          + "can be proposed.")
  }

  private var directorySuffix: String {
    let directories = parts.map(\.project.directory).unique
    guard directories != ["/"] else { return "" }
    let list = shortList(directories, of: Message("directories"), language)
    return language(" in \(list)")
  }

  private func kind(_ lead: Lead) -> String {
    let step =
      switch lead.step {
      case .major: language("a major update")
      case .minor: language("a minor update")
      case .patch: language("a patch update")
      case nil: language("an update")
      }
    let through =
      lead.dependency.kind == .direct ? language("a direct") : language("an indirect")
    let group =
      lead.dependency.group == .production ? language("production") : language("development")
    return language(" It is \(step) of \(through) \(group) dependency.")
  }

  /// A table of all dependencies, without links if they would take most of the room.
  private func table(_ room: inout BodyBudget) -> String {
    guard leads.count > 1 || key.isMaintenance else { return "" }
    let linked = leads.map { "| \(name($0)) | \(code($0.from)) | \(code($0.to)) |" }.unique
    let plain = leads.map {
      "| \(code($0.dependency.name)) | \(code($0.from)) | \(code($0.to)) |"
    }.unique
    let title = key.isMaintenance ? [maintained, ""] : []
    let head = title + [language("| Package | From | To |"), "| --- | --- | --- |"]
    let isRoomy = BodyBudget.size((head + linked).joined(separator: "\n")) * 2 <= room.left
    return room.fit(isRoomy ? linked : plain, after: head, share: 0.95) {
      language("| … and \($0) more, see the commit message | | |")
    }
  }

  /// Why the leads of a maintained lock change.
  private var maintained: String {
    leads.contains { $0.dependency.kind == .direct }
      ? language("Requirements of the project allow newer versions:")
      : language("Requirements of other packages allow newer versions:")
  }

  private func followerTable(_ room: inout BodyBudget) -> String {
    let rows = followers.map { move in
      let (from, to) = (move.from.map(code), move.to.map(code))
      return
        "| \(code(move.name)) | \(from ?? language("added")) | \(to ?? language("removed")) |"
    }
    let head = [
      key.isMaintenance
        ? language("Other packages require these, or allow them:")
        : language("Other packages that change:"), "",
      language("| Package | From | To |"), "| --- | --- | --- |",
    ]
    return room.fit(rows, after: head, share: 0.3) { language("| … and \($0) more | | |") }
  }

  private func requirements(_ room: inout BodyBudget) -> String {
    let lines = parts.flatMap(\.requirements).unique.map { edit in
      language(
        "The requirement of \(code(edit.name)) in \(code(edit.file)) changes from "
          + "\(code(edit.before)) to \(code(edit.after)).")
    }
    return room.fit(lines, share: 0.3) { language("\($0) more requirements change.") }
  }

  /// The newer releases of the updated dependencies that can't be chosen, with what prevents them.
  private func blocked(_ room: inout BodyBudget) -> String {
    let names = Set(leads.map(\.dependency.name))
    let releases = parts.flatMap(\.change.heldBack).filter { names.contains($0.name) }.unique
    let lines = releases.map { release in
      let reason = inMarkdown(language.translated(release.reason))
      return language("\(code(release.name)) \(code(release.version)) is newer, but \(reason).")
    }
    return room.fit(lines, share: 0.3) {
      language("\($0) more newer releases can't be chosen.")
    }
  }

  /// The release notes of each dependency, with headings if there are several.
  private func notes(_ annotation: Annotation, _ room: inout BodyBudget) -> [String] {
    let known = leads.unique.filter { annotation.notes[$0.dependency.name] != nil }
    let isSeveral = Set(leads.map(\.dependency.name)).count > 1
    var seen: Set<String> = []
    let noted = known.filter { seen.insert($0.dependency.name).inserted }
    let forms = noted.map { lead in
      (annotation.notes[lead.dependency.name] ?? []).map { text in
        isSeveral ? "### \(heading(lead))\n\n\(text)" : text
      }
    }
    let missing = noted.map { code($0.dependency.name) }
    var apart = room
    _ = apart.fit(unshown(missing))
    let all = room.share(among: forms)
    let chosen = all.contains { $0 == nil } ? apart.share(among: forms) : all
    let left = zip(missing, chosen).filter { $1 == nil }.map(\.0)
    return chosen.compactMap { $0.map { room.fit($0) } } + [room.fit(unshown(left))]
  }

  private func heading(_ lead: Lead) -> String {
    language("\(name(lead)) from \(code(lead.from)) to \(code(lead.to))")
  }

  /// Lists the dependencies whose release notes don't fit.
  private func unshown(_ names: [String]) -> String {
    guard !names.isEmpty else { return "" }
    let shown = language.list(Array(names.prefix(8)))
    let more = names.count > 8 ? language(" and \(names.count - 8) more") : ""
    return language(
      "The release notes of \(shown)\(more) are too long for this text. See their release pages.")
  }

  private func name(_ lead: Lead) -> String {
    let name = lead.dependency.name
    return honestURL(lead.dependency).map { "[\(name)](\($0))" } ?? code(name)
  }
}

/// The page of a dependency's source, unless its name shows another host.
func honestURL(_ dependency: Dependency) -> String? {
  dependency.source.flatMap(webURL).flatMap { url in
    LinkText(dependency.name).verdict(on: url) == .another ? nil : url
  }
}

extension Update {
  private var footer: String {
    let promise = language(
      "martlet updates this pull request to newer versions and rebuilds it when it conflicts with "
        + "its base. Close it to decline this version and older ones. If you push a commit, martlet "
        + "no longer changes the branch.")
    return """
      ---

      \(promise)

      <details>
      <summary>\(language("Commands (in a comment, with write access)"))</summary>

      \(CommandList.table(language))

      </details>
      """
  }
}
