package import Ecosystem
package import Text
import YAML

extension RepositoryFile {
  /// Reads a repository's file; everything that is wrong with it is found at once.
  package static func read(
    _ source: SourceText, ecosystems: EcosystemCatalog
  ) -> Decoded<RepositoryFile> {
    decode(source, as: .repositoryFile(ecosystems), repeatedKeys: .warning, Decoding(words: .ruby))
  }
}

extension OperatorFile {
  /// Reads the operator's file; everything that is wrong with it is found at once.
  ///
  /// - Parameters:
  ///   - source: the file.
  ///   - ecosystems: the ecosystems that are served.
  ///   - placeholders: how `${env:NAME}` and `${file:PATH}` are looked up.
  /// - Returns: the settings, unless a finding is an error.
  package static func read(
    _ source: SourceText, ecosystems: EcosystemCatalog, placeholders: Placeholders
  ) -> Decoded<OperatorFile> {
    decode(
      source, as: .operatorFile(ecosystems), repeatedKeys: .error,
      Decoding(placeholders: placeholders, words: .core))
  }
}

private func decode<Value: Sendable>(
  _ source: SourceText, as shape: Shape<Value>, repeatedKeys: Finding.Severity,
  _ decoding: Decoding
) -> Decoded<Value> {
  var decoding = decoding
  var value: Value?
  if let place = source.mergeConflict {
    let advice = "keep one side and remove the lines of <<<<<<<, ======= and >>>>>>>"
    decoding.report(.error, "merge conflict marks; \(advice)", at: place)
    return Decoded(value: nil, findings: decoding.findings)
  }
  do {
    let document = try Document(source)
    if let root = document.root {
      value = shape.decode(root, &decoding)
    } else {
      decoding.report(.error, "the file is empty", at: source.location(at: 0))
    }
    decoding.report(document.repeatedKeys, as: repeatedKeys)
  } catch {
    decoding.report(.error, error.message, at: error.location)
  }
  let findings = decoding.findings.sortedByPlace()
  let isSpoilt = decoding.errors.count > decoding.containedErrors
  return Decoded(value: isSpoilt ? nil : value, findings: findings)
}
