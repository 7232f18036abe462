import Ecosystem
import Text

/// The images of a Dockerfile: of `FROM`, of `--from` in `COPY` and `ADD`, and of `from` in mounts.
///
/// Names of earlier stages and `scratch` aren't images. A variable in `FROM` is replaced by the
/// default of its `ARG` if nothing else uses it.
struct Dockerfile {
  /// A word of an instruction with its bytes.
  struct Word {
    var text: String
    var range: Range<Int>
  }

  private let source: SourceText
  private var stages: Set<String> = []
  private var escape = UInt8(ascii: "\\")
  private var arguments = DockerfileArguments()
  private var operands: [Word] = []
  private(set) var uses: [ImageUse] = []
  private(set) var unread: [UnsupportedReference] = []

  /// Parses a file.
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
      read(words)
      line = skippingHereDocuments(of: words, from: next)
    }
    for operand in operands { resolve(operand) }
    uses.sort { $0.range.lowerBound < $1.range.lowerBound }
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

  private mutating func read(_ words: [Word]) {
    guard let first = words.first else { return }
    let rest = words.dropFirst()
    switch first.text.uppercased() {
    case "FROM":
      let operands = rest.filter { !$0.text.hasPrefix("--") }
      if let image = operands.first { addBase(image) }
      stages.insert("\(count)")
      count += 1
      // The name of the image can have blanks in a template: `FROM node:{{ .Tag }} AS build`.
      if operands.count > 2, let name = operands.last,
        operands[operands.endIndex - 2].text.lowercased() == "as"
      {
        stages.insert(name.text.lowercased())
      }
    case "ARG" where count == 0:
      for word in rest { arguments.declare(word) }
    case "COPY", "ADD", "RUN":
      for word in rest.prefix(while: { $0.text.hasPrefix("--") }) {
        if let image = Self.image(in: word) { add(image) }
      }
      addReferences(rest)
    default: addReferences(rest, isDeclaration: first.text.uppercased() == "ARG")
    }
  }

  private mutating func addReferences(_ words: ArraySlice<Word>, isDeclaration: Bool = false) {
    for word in words where isDeclaration || word.text.contains("$") {
      let location = source.location(at: word.range.lowerBound)
      arguments.addReferences(word.text, at: location, isDeclaration: isDeclaration)
    }
  }

  /// Adds the operand of a `FROM`; one with a variable is resolved at the end of the file.
  private mutating func addBase(_ word: Word) {
    guard word.text.contains("$") else { return add(word) }
    arguments.use(in: word.text)
    operands.append(word)
  }

  private mutating func resolve(_ operand: Word) {
    let location = source.location(at: operand.range.lowerBound)
    if let (before, tag) = arguments.resolveName(operand.text) {
      let start = operand.range.upperBound - tag.utf8.count
      let range = start..<operand.range.upperBound
      guard var use = ImageUse(before + tag, at: range, in: source) else {
        unread.append(
          UnsupportedReference(operand.text, "isn't the name of an image", at: location))
        return
      }
      use.before = before
      uses.append(use)
      return
    }
    switch arguments.resolve(operand.text) {
    case .success(let found):
      let name = found.before + found.text + found.after
      guard !stages.contains(name.lowercased()),
        !uses.contains(where: { $0.range == found.range }),
        var use = ImageUse(name, at: found.range, in: source)
      else { return }
      use.before = found.before
      use.after = found.after
      uses.append(use)
    case .failure(let reason):
      unread.append(
        UnsupportedReference(operand.text, reason.message, at: location, advice: reason.advice))
    }
  }

  private var count = 0

  /// Extracts the image of `--from=IMAGE` or `--mount=type=bind,from=IMAGE,…`.
  private static func image(in flag: Word) -> Word? {
    let fields: [Substring]
    if flag.text.hasPrefix("--from=") {
      fields = [flag.text.dropFirst(2)]
    } else if flag.text.hasPrefix("--mount=") {
      fields = flag.text.dropFirst("--mount=".count).split(separator: ",")
    } else {
      return nil
    }
    guard let field = fields.first(where: { $0.hasPrefix("from=") }) else { return nil }
    let value = field.dropFirst("from=".count)
    let offset = flag.text.utf8.distance(from: flag.text.startIndex, to: value.startIndex)
    let start = flag.range.lowerBound + offset
    return Word(text: String(value), range: start..<(start + value.utf8.count))
  }

  private mutating func add(_ word: Word) {
    guard !stages.contains(word.text.lowercased()), word.text != "scratch" else { return }
    if let use = ImageUse(word.text, at: word.range, in: source) {
      uses.append(use)
    } else {
      let location = source.location(at: word.range.lowerBound)
      let message =
        word.text.contains("$") ? "has a variable" : "isn't the name of an image"
      unread.append(UnsupportedReference(word.text, message, at: location))
    }
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
