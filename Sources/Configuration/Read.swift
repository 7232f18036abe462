package import Ecosystem
package import Text
import YAML

extension RepositoryFile {
  /// Reads a repository's file without the preset that it extends, and finds all of its mistakes.
  ///
  /// `RepositoryReading` reads the preset too.
  package static func read(
    _ source: SourceText, ecosystems: EcosystemCatalog
  ) -> Decoded<RepositoryFile> {
    var decoding = Decoding(schema: .ruby)
    let root = decoding.parse(source, repeatedKeys: .warning)
    decoding.isPartial = root?["extends"] != nil
    let shape = Shape.repositoryFile(ecosystems, FileRules(of: source.file))
    let value = root.flatMap { shape.decode($0, &decoding) }
    return decoding.result(value)
  }
}

extension OperatorFile {
  /// Reads the operator's file, and finds all of its mistakes.
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
      Decoding(placeholders: placeholders, schema: .core))
  }
}

private func decode<Value: Sendable>(
  _ source: SourceText, as shape: Shape<Value>, repeatedKeys: Finding.Severity,
  _ decoding: Decoding
) -> Decoded<Value> {
  var decoding = decoding
  let root = decoding.parse(source, repeatedKeys: repeatedKeys)
  let value = root.flatMap { shape.decode($0, &decoding) }
  return decoding.result(value)
}

extension Decoding {
  /// Parses a file and reports its syntax errors; nil if there is nothing to decode.
  mutating func parse(_ source: SourceText, repeatedKeys: Finding.Severity) -> Node? {
    if let location = source.mergeConflict {
      let advice = "keep one side and remove the lines of <<<<<<<, ======= and >>>>>>>"
      report(.error, "merge conflict marks; \(advice)", at: location)
      return nil
    }
    do {
      let document = try Document(source)
      if document.root == nil { report(.error, "the file is empty", at: source.location(at: 0)) }
      report(document.repeatedKeys, as: repeatedKeys)
      return document.root
    } catch {
      let plain = error.plain(in: source)
      report(.error, plain.message, at: plain.location)
      return nil
    }
  }

  /// Returns a decoded value with all findings, unless an error affects more than a part of it.
  func result<Value>(_ value: Value?) -> Decoded<Value> {
    let isUnusable = errors.count > containedErrors
    return Decoded(value: isUnusable ? nil : value, findings: findings.sortedByLocation())
  }
}
