import Ecosystem
import JSON
import Text

/// Reads `package.json` and locks, and says where they are broken.
enum Manifest {
  /// Parses a file as npm does: the last of several values of a key counts, and a byte order mark is
  /// skipped.
  static func document(_ source: SourceText) throws(Problem) -> Document {
    var options = Document.Options.strict
    options.duplicateKeys = .lastCounts
    options.allowsByteOrderMark = true
    do {
      let document = try Document(source, options: options)
      guard document.root.kind == .object else {
        throw Problem(
          .failed, "is no JSON object", subject: source.file, at: document.root.location)
      }
      return document
    } catch let error as SyntaxError {
      throw Problem(.failed, error.message, subject: source.file, at: error.location)
    } catch let problem as Problem {
      throw problem
    } catch {
      throw Problem(.failed, "cannot be read", subject: source.file)
    }
  }
}
