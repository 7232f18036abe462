package import Ecosystem
package import Text
import YAML

/// Whether a file is Mergify's: `.mergify.yml`, `.github/mergify.yml`, `.mergify/config.yml`.
package func isMergify(_ path: String) -> Bool {
  let parts = path.slashParts()
  let name = parts.last.map(String.init) ?? ""
  return [".mergify.yml", "mergify.yml", ".mergify.yaml"].contains(name)
    || (parts.suffix(2).first == ".mergify" && name == "config.yml")
}

/// Converts the automatic merges of bots' pull requests: `martlet config import .mergify.yml`.
///
/// Mergify's file doesn't say what is updated, so that every ecosystem gets an entry. Rules about
/// people's pull requests, and those with a condition that martlet doesn't have, are reported.
///
/// - Parameters:
///   - source: the file.
///   - ecosystems: the ecosystems that are served.
///   - found: the words of ecosystems that the repository has files of; nil if they aren't known.
/// - Returns: a file without errors, or an error with its place.
package func importedMergify(
  _ source: SourceText, ecosystems: EcosystemCatalog, found: Set<String>? = nil
) -> ImportedFile {
  let root: Node?
  do throws(SyntaxError) {
    root = try Document(source).root
  } catch {
    return ImportedFile(text: nil, findings: [Finding(.error, error.message, at: error.location)])
  }
  guard let root, root.entries != nil else {
    let location = Location(file: source.file, line: 1, column: 1)
    return ImportedFile(text: nil, findings: [Finding(.error, "expected a mapping", at: location)])
  }
  if let rules = root["pull_request_rules"], rules.elements == nil {
    let finding = Finding(.error, "expected a list of rules", at: rules.location)
    return ImportedFile(text: nil, findings: [finding])
  }
  var translation = MergifyTranslation(queues: root["queue_rules"]?.elements ?? [])
  for (index, rule) in (root["pull_request_rules"]?.elements ?? []).enumerated() {
    translation.translate(rule, "pull_request_rules[\(index)]")
  }
  translation.finish(root)
  let names = RenovateManagers.usual.filter {
    ecosystems[$0] != nil && found?.contains($0) ?? true
  }
  let text = DraftWriter.text(
    translation.file(for: names),
    header: [
      "Converted by 'martlet config import' from the automatic merges of Mergify's rules.",
      "Mergify's file doesn't say what is updated: remove the entries that the repository lacks.",
    ])
  return ImportedFile(
    text: text, findings: translation.ledger.findings.sortedByLocation(),
    carried: translation.ledger.carried)
}
