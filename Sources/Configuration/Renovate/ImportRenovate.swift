package import Ecosystem
import JSON
package import Text

/// The manifest that can have Renovate's options.
let manifestOfRenovate = "package.json"

/// Whether a file is Renovate's: `renovate.json`, `.renovaterc`, or a `package.json`.
package func isRenovate(_ path: String) -> Bool {
  let name = path.slashParts().last.map(String.init) ?? ""
  return name.contains("renovate") || name == manifestOfRenovate || name.hasSuffix(".json5")
    || name.hasSuffix(".json")
}

/// Converts a file of Renovate's: `martlet config import renovate.json`.
///
/// It fetches and executes nothing. Presets are those of `RenovatePresets`, and those that are given.
///
/// - Parameters:
///   - source: JSON or JSON5; of a `package.json` the key `renovate`.
///   - ecosystems: the ecosystems that are served.
///   - schema: the type of a repository's file, whose keys are written; nil for all keys.
///   - found: the words of ecosystems that the repository has files of; nil if they aren't known.
///   - presets: the texts of presets in other repositories, by the text in `extends`.
/// - Returns: a file without errors, or an error with its place.
package func importedRenovate(
  _ source: SourceText, ecosystems: EcosystemCatalog, schema: SchemaType? = nil,
  found: Set<String>? = nil, presets: [String: SourceText] = [:]
) -> ImportedFile {
  do throws(SyntaxError) {
    let root = try JSON5Node(parsing: source)
    let isManifest = (source.file.slashParts().last.map(String.init) ?? "") == manifestOfRenovate
    let options = isManifest ? root["renovate"] : root
    guard let options, options.members != nil else {
      let message = isManifest ? "has no object 'renovate'" : "expected an object with options"
      return failure(message, at: (options ?? root).location)
    }
    let expansion = RenovateExpansion(options, presets: presets)
    var file = translated(expansion, of: source, ecosystems, schema, found)
    file.unreadPresets = expansion.unreadPresets
    return file
  } catch {
    return failure(error.message, at: error.location)
  }
}

private func failure(_ message: String, at location: Location) -> ImportedFile {
  ImportedFile(text: nil, findings: [Finding(.error, message, at: location)])
}

private func translated(
  _ expansion: RenovateExpansion, of source: SourceText, _ ecosystems: EcosystemCatalog,
  _ schema: SchemaType?, _ found: Set<String>?
) -> ImportedFile {
  let translation = RenovateTranslation(expansion, serving: ecosystems.words, found: found)
  var ledger = translation.ledger
  var file = translation.file
  if let schema {
    var fitting = DraftFitting()
    file = fitting.fit(file, to: schema) ?? file
    for (key, origins) in fitting.removed {
      for origin in origins { ledger.withdraw(origin, key) }
    }
  }
  let name = (source.file.slashParts().last.map(String.init) ?? source.file).printableLine
  var header = [
    "Converted from \(name) by 'martlet config import'.",
    "Presets are those of \(RenovatePresets.version).",
  ]
  if let others = translation.unnamed { header.append(others) }
  if let description = translation.top.remark { header.append(description) }
  let text = DraftWriter.text(file, header: header)
  var findings = ledger.findings.sortedByLocation()
  if schema != nil {
    // A mistake of this converter must not become a file that stops all updates.
    let new = SourceText(file: "martlet.yml", text)
    let errors = RepositoryFile.read(new, ecosystems: ecosystems).findings
      .filter { $0.severity == .error }
    findings += errors
    if !errors.isEmpty {
      return ImportedFile(text: nil, findings: findings, carried: ledger.carried)
    }
  }
  return ImportedFile(text: text, findings: findings, carried: ledger.carried)
}
