import Ecosystem
import Text

/// The images of a Dockerfile: of `FROM`, of `--from` in `COPY` and `ADD`, and of `from` in mounts.
///
/// Names of earlier stages and `scratch` aren't images. A variable in `FROM` is replaced by the
/// default of its `ARG` if nothing else uses it.
struct Dockerfile {
  typealias Word = DockerfileInstructions.Word

  private let source: SourceText
  private var stages: Set<String> = []
  private var arguments = DockerfileArguments()
  private var operands: [Word] = []
  private(set) var uses: [ImageUse] = []
  private(set) var unread: [UnsupportedReference] = []

  /// Parses a file.
  init(_ source: SourceText) {
    self.source = source
    for words in DockerfileInstructions(source).all { read(words) }
    for operand in operands { resolve(operand) }
    uses.sort { $0.range.lowerBound < $1.range.lowerBound }
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
}
