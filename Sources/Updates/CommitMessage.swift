package import Ecosystem
import Versioning

extension Update {
  /// The commit's message: subject, sentences, and the trailer that tools for Dependabot read.
  ///
  /// The trailer is a YAML document between `---` and `...`, as GitHub's service writes it and the
  /// action fetch-metadata reads it.
  package func commitMessage(_ style: TitleStyle) -> String {
    """
    \(subject(style))

    \(introduction())

    ---
    updated-dependencies:
    \(leads.map(trailer).unique.joined(separator: "\n"))
    ...

    """
  }

  private func introduction() -> String {
    guard case .group(let name) = key.subject, leads.count != 1 else {
      return parts.flatMap { part in part.leads.map { sentence($0, part) } }.unique
        .joined(separator: "\n")
    }
    let quoted = key.scope == .ecosystems ? "\"\(name)\"" : name
    let across = key.scope == .ecosystems ? " across multiple ecosystems" : ""
    let reach = key.scope == .ecosystems ? "" : reach
    let head = "Bumps the \(quoted) group\(reach) with \(updates)\(across):"
    let single = leads.map { "Updates `\($0.dependency.name)` from \(versions($0))" }.unique
    return ([overview(head)] + single).joined(separator: "\n\n")
  }

  /// Fewer than five names stand in the sentence, more in a table.
  private func overview(_ head: String) -> String {
    let names = leads.map(link).unique
    guard names.count > 4 else {
      let list = names.dropLast().joined(separator: ", ")
      return "\(head) \(list.isEmpty ? "" : "\(list) and ")\(names.last ?? "")."
    }
    let rows = leads.map { "| \(link($0)) | `\(shown($0.from))` | `\(shown($0.to))` |" }
    return ([head, "", "| Package | From | To |", "| --- | --- | --- |"] + rows.unique)
      .joined(separator: "\n")
  }

  private func sentence(_ lead: Lead, _ part: Part) -> String {
    guard part.edit(of: lead) == nil else {
      return "Updates the requirements on \(link(lead)) to permit the latest version."
    }
    return "Bumps \(link(lead)) from \(versions(lead))."
  }

  private func link(_ lead: Lead) -> String {
    let name = lead.dependency.name
    return lead.dependency.source.flatMap(webURL).map { "[\(name)](\($0))" } ?? name
  }

  private func versions(_ lead: Lead) -> String { "\(shown(lead.from)) to \(shown(lead.to))" }

  private func trailer(_ lead: Lead) -> String {
    var lines = [
      "- dependency-name: \(yaml(lead.dependency.name))",
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

/// The line by which commits of ours are known when the database is lost.
let commitTrailer = "\nupdated-dependencies:\n"

extension Dependency {
  /// In Dependabot's words: `direct:production`, `direct:development`, `indirect`.
  package var type: String {
    switch kind {
    case .direct: "direct:\(group.rawValue)"
    case .indirect: "indirect"
    }
  }
}

/// Finds the page that people look at for a dependency's source, where it is a web address.
func webURL(_ source: String) -> String? {
  guard source.hasPrefix("https://") || source.hasPrefix("http://") else { return nil }
  return source.hasSuffix(".git") ? String(source.dropLast(4)) : source
}

/// Writes a scalar so that YAML reads back the same string, quoted only where it must be.
func yaml(_ text: String) -> String {
  let isPlain = text.unicodeScalars.allSatisfy { scalar in
    scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9") ~= scalar)
      || "._/-+".unicodeScalars.contains(scalar)
  }
  let isNumber = Double(text) != nil || Int(text) != nil
  let words: Set = ["", "null", "true", "false", "yes", "no", "on", "off", "~", "-"]
  if isPlain, !isNumber, !words.contains(text.lowercased()), text.first != "-" { return text }
  let escaped = text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
  return "\"\(escaped)\""
}
