import Text

/// The instructions of a Dockerfile, each with its words: without comments, with continued lines joined,
/// and without the bodies of here-documents.
struct DockerfileInstructions {
  /// A word of an instruction with its bytes.
  struct Word {
    var text: String
    var range: Range<Int>
  }

  private let source: SourceText
  private var escape = UInt8(ascii: "\\")
  /// The words of each instruction, the first is its name.
  private(set) var all: [[Word]] = []

  /// Splits a file.
  init(_ source: SourceText) {
    self.source = source
    var line = 0
    var isHead = true
    while line < source.bytes.count {
      let end = endOfLine(line)
      let text = source[line..<end].trimmingBlanks
      if isHead, let directive = escapeDirective(text) { escape = directive }
      isHead = isHead && text.hasPrefix("#")
      guard !text.isEmpty, !text.hasPrefix("#") else {
        line = end
        continue
      }
      let (words, next) = words(from: line)
      if !words.isEmpty { all.append(words) }
      line = skippingHereDocuments(of: words, from: next)
    }
  }

  /// Parses the directive that changes the escape character: `# escape=` and a backtick.
  private func escapeDirective(_ line: String) -> UInt8? {
    let parts = line.dropFirst().split(separator: "=", maxSplits: 1)
    guard line.hasPrefix("#"), parts.count == 2,
      String(parts[0]).trimmingBlanks.lowercased() == "escape"
    else { return nil }
    return String(parts[1]).trimmingBlanks.utf8.first
  }

  /// Returns the offset behind a line.
  private func endOfLine(_ start: Int) -> Int {
    source.bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? source.bytes.count
  }

  /// Splits an instruction into words; a line that ends with the escape character continues.
  private func words(from start: Int) -> (words: [Word], next: Int) {
    var words: [Word] = []
    var line = start
    while line < source.bytes.count {
      let end = endOfLine(line)
      var content = source.bytes[line..<end]
      while let last = content.last, isBlank(last) { content.removeLast() }
      let isComment = content.first { !isBlank($0) } == UInt8(ascii: "#")
      let continues = content.last == escape
      if continues { content.removeLast() }
      line = end
      if isComment, !words.isEmpty { continue }
      words += content.split(whereSeparator: isBlank).map {
        Word(text: String(decoding: $0, as: UTF8.self), range: $0.startIndex..<$0.endIndex)
      }
      let isEmptyContinuation = content.isEmpty && !words.isEmpty
      guard continues || (isEmptyContinuation && line < source.bytes.count) else { break }
    }
    return (words, line)
  }

  /// Returns the offset behind the bodies of `<<EOF`.
  private func skippingHereDocuments(of words: [Word], from start: Int) -> Int {
    guard let first = words.first, ["RUN", "COPY", "ADD"].contains(first.text.uppercased()) else {
      return start
    }
    var line = start
    for word in words {
      guard let range = word.text.firstRange(of: "<<") else { continue }
      let name = word.text[range.upperBound...].filter { !"-\"'".contains($0) }
      guard let letter = name.first, letter.isLetter || letter == "_" else { continue }
      while line < source.bytes.count {
        let end = endOfLine(line)
        let isEnd = source[line..<end].trimmingBlanks == name
        line = end
        if isEnd { break }
      }
    }
    return line
  }
}

private func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

extension String {
  fileprivate var trimmingBlanks: String {
    String(
      decoding: utf8.drop(while: isBlank).reversed().drop(while: isBlank).reversed(),
      as: UTF8.self)
  }
}
