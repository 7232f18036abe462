import Ecosystem
import JSON
import Text

/// A file of `.swiftpm/configuration`: a JSON document of version 1.
struct SettingsFile {
  let root: Node

  /// Reads a file.
  ///
  /// - Throws: `Problem` with the location, if it isn't JSON or has an unknown format.
  init(_ text: SourceText) throws(Problem) {
    do throws(SyntaxError) {
      root = try Document(text).root
    } catch {
      throw Problem(
        error.isLimit ? .refused : .failed, error.message, subject: text.file, at: error.location)
    }
    guard root["version"]?.int == 1 else { throw Self.unknownFormat(of: root, text) }
  }

  /// What a file of another format is refused with.
  static func unknownFormat(of root: Node, _ text: SourceText) -> Problem {
    Problem(.refused, "is of a format that is not known", subject: text.file, at: root.location)
  }
}
