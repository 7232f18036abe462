import Ecosystem
import JSON
import Text

/// Reads `package.json` and locks, and says where they are broken.
enum Manifest {
  /// Parses a file; keys that stand twice are an error, a byte order mark is not.
  static func document(_ source: SourceText) throws(Problem) -> Document {
    var options = Document.Options.strict
    options.allowsByteOrderMark = true
    do {
      let document = try Document(source, options: options)
      guard document.root.kind == .object else {
        throw Problem(
          .failed, "is no JSON object", subject: source.file, at: document.root.location)
      }
      return document
    } catch let error as SyntaxError {
      if source[error.line(in: source)].hasPrefix("<<<<<<<") {
        throw Problem(
          .refused, "holds the marks of an unresolved merge", subject: source.file,
          at: error.location)
      }
      throw Problem(.failed, error.message, subject: source.file, at: error.location)
    } catch let problem as Problem {
      throw problem
    } catch {
      throw Problem(.failed, "cannot be read", subject: source.file)
    }
  }
}

extension SyntaxError {
  /// The bytes of the line that the error stands in.
  fileprivate func line(in source: SourceText) -> Swift.Range<Int> {
    var line = 1
    var start = 0
    for (index, byte) in source.bytes.enumerated() where byte == 0x0A && line < location.line {
      line += 1
      start = index + 1
    }
    let end = source.bytes[start...].firstIndex(of: 0x0A) ?? source.bytes.count
    return start..<end
  }
}
