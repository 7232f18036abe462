package import Ecosystem
import Versioning

extension Update {
  /// The commit's message: subject, sentence, and the trailer that tools for Dependabot read.
  ///
  /// The trailer is a YAML document between `---` and `...`, as GitHub's service writes it and the
  /// action fetch-metadata reads it.
  package func commitMessage(_ style: TitleStyle) -> String {
    """
    \(subject(style))

    \(leads.map(sentence).joined(separator: "\n"))

    ---
    updated-dependencies:
    \(leads.map(trailer).joined(separator: "\n"))
    ...

    """
  }

  private func sentence(_ lead: Lead) -> String {
    let name = lead.dependency.source.flatMap(webURL).map { "[\(lead.dependency.name)](\($0))" }
    return "Bumps \(name ?? lead.dependency.name) from \(shown(lead.from)) to \(shown(lead.to))."
  }

  private func trailer(_ lead: Lead) -> String {
    var lines = [
      "- dependency-name: \(yaml(lead.dependency.name))",
      "  dependency-version: \(yaml(lead.to))",
      "  dependency-type: \(lead.dependency.type)",
    ]
    if let step = lead.step {
      lines.append("  update-type: version-update:semver-\(step.rawValue)")
    }
    if case .group(let group) = key.subject { lines.append("  dependency-group: \(yaml(group))") }
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
