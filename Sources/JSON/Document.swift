package import Text

/// A JSON text, read without loss: every value knows its bytes, and nothing is decoded unasked.
///
/// Reads strict RFC 8259 in one pass and without recursion.
///
///     let document = try Document(SourceText(file: "package.json", bytes: bytes))
///     document.root["dependencies"]?["left-pad"]?.string
package struct Document: Sendable {
  /// How much is let through.
  package struct Options: Hashable, Sendable {
    /// What happens when an object has a key twice.
    package enum DuplicateKeys: Hashable, Sendable {
      /// An error that names both places.
      case refused
      /// The last value counts, at the place of the first, as JavaScript has it.
      case lastCounts
    }

    /// What RFC 8259 leaves open; refused where martlet is to edit the file.
    package var duplicateKeys = DuplicateKeys.refused
    /// Passes over a byte order mark at the start.
    package var allowsByteOrderMark = false
    /// Reads an escaped half of a surrogate pair as U+FFFD.
    package var replacesLoneSurrogates = false
    /// Containers inside each other.
    package var maximumDepth = 512
    /// In bytes; never above 2 GiB.
    package var maximumSize = 256 << 20

    /// Starts from the strict reading.
    package init() {}

    /// For files that martlet edits: nothing is let through.
    package static var strict: Options { Options() }

    /// For what registries and forges send: read as JavaScript's `JSON.parse` reads it, and a byte
    /// order mark is passed over.
    package static var lenient: Options {
      var options = Options()
      options.duplicateKeys = .lastCounts
      options.allowsByteOrderMark = true
      options.replacesLoneSurrogates = true
      return options
    }
  }

  let storage: Storage

  init(storage: Storage) {
    self.storage = storage
  }

  /// Reads a whole file.
  ///
  /// - Parameters:
  ///   - source: the file's bytes and the name that errors give it.
  ///   - options: bounds and leniencies.
  /// - Throws: `SyntaxError` at the first byte that does not fit.
  package init(_ source: SourceText, options: Options = .strict) throws(SyntaxError) {
    self.init(storage: Storage(source: source, tape: try Parser.tape(of: source, options)))
  }

  /// Reads bytes that came from elsewhere than a file.
  ///
  /// - Parameters:
  ///   - bytes: a whole JSON text.
  ///   - name: what errors call it, such as a URL without its secrets.
  ///   - options: bounds and leniencies.
  /// - Throws: `SyntaxError` at the first byte that does not fit.
  package init(
    _ bytes: [UInt8], named name: String, options: Options = .lenient
  ) throws(SyntaxError) {
    try self.init(SourceText(file: name, bytes: bytes), options: options)
  }

  /// The value that the text consists of.
  package var root: Node { Node(storage: storage, index: 0) }

  /// The text as it was read.
  package var source: SourceText { storage.source }
}

/// What all nodes of a document share.
final class Storage: Sendable {
  let source: SourceText
  let tape: [Entry]

  init(source: SourceText, tape: [Entry]) {
    self.source = source
    self.tape = tape
  }
}
