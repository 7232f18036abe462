package import Text

/// A YAML file with one document.
///
/// Anchors, aliases and merge keys are resolved. `Limits` bounds the size of the result.
///
///     let document = try Document(SourceText(file: "dependabot.yml", bytes: bytes))
///     document.root?["version"]?.scalar?.int
package struct Document: Sendable {
  /// The limits for parsing a document.
  package struct Limits: Hashable, Sendable {
    /// The size of the file in bytes.
    package var size = 4 << 20
    /// The nesting depth of lists and mappings.
    package var depth = 64
    /// The number of lines that start with `%`: libyaml compares each tag directive with all others.
    package var directives = 100
    /// The number of values after expanding aliases.
    package var nodes = 100_000

    /// Creates limits that are well above real files.
    package init() {}
  }

  /// A key that occurs earlier in the same mapping.
  package struct RepeatedKey: Hashable, Sendable {
    /// The key's text, like `Node.Entry.name`.
    package var name: String
    /// The location of the repeated key, whose value is used if it is the last one.
    package var location: Location
    /// The location of the first key of this name.
    package var first: Location
    /// The byte offset of the repeated key.
    package let offset: Int
  }

  /// The parsed text.
  package let source: SourceText
  /// The root value; nil if the file has none, for example only comments.
  package let root: Node?
  /// Repeated keys in order of their offsets.
  ///
  /// The last value of a key is used, as in Psych, the parser that GitHub uses.
  package let repeatedKeys: [RepeatedKey]

  /// Parses a file.
  ///
  /// - Parameters:
  ///   - source: the file's bytes, which must be UTF-8, and its name in errors.
  ///   - limits: the limits for parsing.
  ///   - firstLine: the number of the text's first line, if it is a part of a file.
  /// - Throws: `SyntaxError` at the first error or exceeded limit.
  package init(
    _ source: SourceText, limits: Limits = Limits(), firstLine: Int = 1
  ) throws(SyntaxError) {
    try Self.checkSize(of: source, limits)
    let positions = Positions(source, firstLine: firstLine)
    let composed = source.bytes.withUnsafeBufferPointer { bytes in
      Result<Composer, Failure> { () throws(Failure) in
        var composer = Composer(positions, limits)
        try composer.run(bytes)
        return composer
      }
    }
    let composer: Composer
    do { composer = try composed.get() } catch {
      throw SyntaxError(error.reason, at: positions.location(error.offset))
    }
    self.source = source
    root = composer.root
    repeatedKeys = composer.repeatedKeys.sorted { $0.offset < $1.offset }
  }

  /// Throws if the file is too large, or has too many directives.
  static func checkSize(of source: SourceText, _ limits: Limits) throws(SyntaxError) {
    guard source.bytes.count <= limits.size else {
      throw SyntaxError(.tooLarge(limit: limits.size), at: source.location(at: 0))
    }
    try checkDirectives(of: source, limit: limits.directives)
  }

  private static func checkDirectives(of source: SourceText, limit: Int) throws(SyntaxError) {
    // The last bytes of what libyaml takes for a line's end, U+0085, U+2028 and U+2029 among them.
    let ends: [UInt8] = [0x0A, 0x0D, 0x85, 0xA8, 0xA9]
    var count = 0
    var isLineStart = true
    for (offset, byte) in source.bytes.enumerated() {
      if isLineStart, byte == UInt8(ascii: "%") { count += 1 }
      isLineStart = ends.contains(byte)
      guard count <= limit else {
        throw SyntaxError(.tooManyDirectives(limit: limit), at: source.location(at: offset))
      }
    }
  }
}
