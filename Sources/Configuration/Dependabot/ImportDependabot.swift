package import Ecosystem
package import Text
import YAML

/// Converts a file of Dependabot's format: `martlet config import`.
///
/// Both formats have the same keys, so that the text stays as it is, apart from keys that
/// dependabot-gitlab added to its format:
///
///     auto-merge: {squash: true}   becomes automerge: {update-types: [...], method: squash}
///     rebase-strategy: none        becomes rebase-strategy: disabled
///     milestone: next              is left out, with a finding
///     update-options: {…}          is left out, with a finding for each of its keys
///
/// The result is read again, and has no errors.
package func imported(
  _ source: SourceText, ecosystems: EcosystemCatalog
) -> ImportedFile {
  let keys = ForeignKeys(source)
  let old = RepositoryFile.read(source, ecosystems: ecosystems).findings
    .filter { !keys.removed.contains($0.location) }
  guard !old.haveErrors else { return ImportedFile(text: nil, findings: old) }
  var bytes = keys.bytes
  // The only finding at a key that is carried over is that it has no effect.
  let kept = old.filter { !keys.changed.contains($0.location) }
  var findings = (kept + keys.findings).sortedByLocation()
  // Each round changes one key.
  for _ in 0..<mostChanges {
    let file = SourceText(file: ".martlet.yml", bytes: bytes)
    let errors = RepositoryFile.read(file, ecosystems: ecosystems).findings
      .filter { $0.severity == .error }
    guard let error = errors.first else {
      return ImportedFile(text: file.string, findings: findings, carried: keys.carried)
    }
    guard let edit = try? Document(file).root?.edit(at: error.location, of: bytes) else {
      findings.append(Finding(.error, "can't be converted: \(error.message)", at: error.location))
      return ImportedFile(text: nil, findings: findings)
    }
    bytes.replaceSubrange(edit.range, with: edit.text)
  }
  let message = "has more than \(mostChanges) keys that have to be changed"
  findings.append(Finding(.error, message, at: Location(file: source.file, line: 1, column: 1)))
  return ImportedFile(text: nil, findings: findings)
}

private let mostChanges = 1_000

/// Replaces a part of a file.
struct Edit {
  var range: Range<Int>
  var text: [UInt8] = []
}

extension Node {
  /// Changes the entry of a mapping whose key or value is at a location; nil if no entry is.
  fileprivate func edit(at location: Location, of bytes: [UInt8]) -> Edit? {
    for (index, entry) in (entries ?? []).enumerated() {
      if entry.key.location == location || entry.value.location == location,
        entry.value.entries == nil || entry.key.location == location || entry.isRebaseStrategy
      {
        if let edit = entry.translation { return edit }
        let next = entries?.dropFirst(index + 1).first
        return Edit(range: entry.range(before: next, in: bytes))
      }
      if let edit = entry.value.edit(at: location, of: bytes) { return edit }
    }
    for element in elements ?? [] {
      if let edit = element.edit(at: location, of: bytes) { return edit }
    }
    return nil
  }
}

extension Node.Entry {
  fileprivate var isRebaseStrategy: Bool { name == "rebase-strategy" }

  /// The value of `rebase-strategy` in Dependabot's words; nil for other keys.
  fileprivate var translation: Edit? {
    guard isRebaseStrategy else { return nil }
    let word = (value["strategy"] ?? value).string
    let text = word == "none" ? "disabled" : word == "all" ? "auto" : word ?? "auto"
    guard text != value.string else { return nil }
    return Edit(range: value.range, text: Array(text.utf8))
  }

  /// The bytes of the entry: its lines, or up to the next one if it shares its first line.
  func range(before next: Node.Entry?, in bytes: [UInt8]) -> Range<Int> {
    let start = bytes[..<key.range.lowerBound].lastIndex(of: newline).map { $0 + 1 } ?? 0
    let isAlone = bytes[start..<key.range.lowerBound].allSatisfy { $0 == UInt8(ascii: " ") }
    if let next, !isAlone || next.key.location.line == key.location.line {
      return key.range.lowerBound..<next.key.range.lowerBound
    }
    let last = max(value.range.upperBound, key.range.upperBound)
    guard isAlone else { return key.range.lowerBound..<last }
    let end = bytes[max(last - 1, start)...].firstIndex(of: newline).map { $0 + 1 } ?? bytes.count
    return start..<end
  }
}

private let newline = UInt8(ascii: "\n")
