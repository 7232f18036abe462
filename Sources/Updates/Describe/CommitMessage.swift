package import Ecosystem
import Forges
import Versioning

extension Update {
  /// The commit message: subject, text, and the trailer that tools for Dependabot parse.
  ///
  /// The trailer is a YAML document between `---` and `...`, as Dependabot on GitHub writes it and the
  /// action fetch-metadata parses it. If the message is too long, the text is shortened first, then
  /// entries of the trailer are omitted and counted.
  package func commitMessage(
    _ style: TitleStyle, limit: Int = TextLimits().commitMessage
  ) -> String {
    let subject = subject(style)
    let trailers = leads.map(trailer).unique
    let whole = message(subject, introduction(), trailers)
    if whole.utf16.count <= limit { return whole }
    let brief = message(subject, headline, trailers)
    if brief.utf16.count <= limit { return brief }
    var used = message(subject, headline, ["# and \(trailers.count) more"]).utf16.count
    let kept = trailers.prefix { trailer in
      used += trailer.utf16.count + 1
      return used <= limit
    }
    return message(subject, headline, kept + ["# and \(trailers.count - kept.count) more"])
  }

  private func message(_ subject: String, _ text: String, _ trailers: [String]) -> String {
    """
    \(subject)

    \(text)

    ---
    updated-dependencies:
    \(trailers.joined(separator: "\n"))
    ...

    """
  }

  /// The text of a message without room for the names.
  private var headline: String {
    "Bumps \(updates.replacing("update", with: "dependency update"))."
  }

  private func introduction() -> String {
    if key.isMaintenance {
      let single = leads.map {
        "Updates `\(plain($0.dependency.name, isScoped: true))` from \(versions($0))"
      }.unique
      return (["Updates the lock file within the requirements."] + single)
        .joined(separator: "\n\n")
    }
    guard case .group(let name) = key.subject, leads.count != 1 else {
      return parts.flatMap { part in part.leads.map { sentence($0, part) } }.unique
        .joined(separator: "\n")
    }
    let quoted = key.scope == .ecosystems ? "\"\(plain(name))\"" : plain(name)
    let across = key.scope == .ecosystems ? " across multiple ecosystems" : ""
    let reach = key.scope == .ecosystems ? "" : reach
    let head = "Bumps the \(quoted) group\(reach) with \(updates)\(across):"
    let single = leads.map {
      "Updates `\(plain($0.dependency.name, isScoped: true))` from \(versions($0))"
    }.unique
    return ([overview(head)] + single).joined(separator: "\n\n")
  }

  /// Lists up to four names in a sentence, more in a table.
  private func overview(_ head: String) -> String {
    let names = leads.map(link).unique
    guard names.count > 4 else {
      let list = names.dropLast().joined(separator: ", ")
      return "\(head) \(list.isEmpty ? "" : "\(list) and ")\(names.last ?? "")."
    }
    let rows = leads.map { "| \(link($0)) | \(code($0.from)) | \(code($0.to)) |" }
    return ([head, "", "| Package | From | To |", "| --- | --- | --- |"] + rows.unique)
      .joined(separator: "\n")
  }

  private func sentence(_ lead: Lead, _ part: Part) -> String {
    guard part.edit(of: lead) == nil else {
      return "Updates the requirements on \(link(lead)) to permit the latest version."
    }
    if let successor = lead.successor {
      let (old, new) = (plain(shown(lead.from)), plain(shown(lead.to)))
      return "Replaces \(link(lead)) \(old) with \(plain(successor, isScoped: true)) \(new)."
    }
    let verb = lead.facts.isRollback ? "Rolls back" : "Bumps"
    return "\(verb) \(link(lead)) from \(versions(lead))."
  }

  private func link(_ lead: Lead) -> String {
    let name = plain(lead.dependency.name, isScoped: true)
    return honestURL(lead.dependency).map { "[\(name)](\($0))" } ?? name
  }

  private func versions(_ lead: Lead) -> String {
    "\(plain(shown(lead.from))) to \(plain(shown(lead.to)))"
  }

  private func trailer(_ lead: Lead) -> String {
    var lines = [
      "- dependency-name: \(yaml(lead.successor ?? lead.dependency.name))",
      "  dependency-version: \(yaml(lead.to))",
      "  dependency-type: \(lead.dependency.type)",
    ]
    if let step = lead.step {
      lines.append("  update-type: version-update:semver-\(step.rawValue)")
    }
    if let group { lines.append("  dependency-group: \(yaml(group))") }
    return lines.joined(separator: "\n")
  }
}

/// The line that identifies our commits if the database is lost.
let commitTrailer = "\nupdated-dependencies:\n"

extension Dependency {
  /// The type in Dependabot's format: `direct:production`, `direct:development` or `indirect`.
  package var type: String {
    switch kind {
    case .direct: "direct:\(group.rawValue)"
    case .indirect: "indirect"
    }
  }
}

/// Returns the web page of a dependency's source; nil if it is not a web address that is safe in a
/// Markdown link.
func webURL(_ source: String) -> String? {
  guard source.hasPrefix("https://") || source.hasPrefix("http://"),
    source.unicodeScalars.allSatisfy({
      $0.value > 32 && $0.value < 127 && !"<>()[]`\\\"|".unicodeScalars.contains($0)
    })
  else { return nil }
  return source.hasSuffix(".git") ? String(source.dropLast(4)) : source
}

/// Formats a string as a YAML scalar, quoted only if necessary.
///
/// `#` is escaped, because `fixes #1` in a commit message would close an issue.
func yaml(_ text: String) -> String {
  let isPlain = text.unicodeScalars.allSatisfy { scalar in
    scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9") ~= scalar)
      || "._/-+".unicodeScalars.contains(scalar)
  }
  let isNumber = Double(text) != nil || Int(text) != nil
  let words: Set = ["", "null", "true", "false", "yes", "no", "on", "off", "~", "-"]
  if isPlain, !isNumber, !words.contains(text.lowercased()), text.first != "-" { return text }
  let escaped = oneLine(text).map { character in
    switch character {
    case "\"", "\\": "\\\(character)"
    case "#": "\\x23"
    default: String(character)
    }
  }.joined()
  return "\"\(escaped)\""
}
