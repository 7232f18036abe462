package import Ecosystem
package import JSON
package import Text

/// Parses `package.json` and JSON locks.
package enum Manifest {
  /// Parses a file as npm does: of duplicate keys the last one counts, and a byte order mark is
  /// skipped.
  ///
  /// - Throws: `Problem` with the location if the file is not a JSON object.
  package static func document(_ source: SourceText) throws(Problem) -> Document {
    var options = Document.Options.strict
    options.duplicateKeys = .lastCounts
    options.allowsByteOrderMark = true
    let document: Document
    do throws(SyntaxError) {
      document = try Document(source, options: options)
    } catch {
      throw Problem(
        error.isLimit ? .refused : .failed, error.message, subject: source.file, at: error.location)
    }
    guard document.root.kind == .object else {
      throw Problem(
        .failed, "is not a JSON object", subject: source.file, at: document.root.location)
    }
    return document
  }
}
