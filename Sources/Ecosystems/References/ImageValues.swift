import Ecosystem
import Text
import YAML

/// A value in YAML that names an image.
struct ImageValue: Sendable {
  /// The value.
  var node: Node
  /// What precedes it in the name: `redis:` if the value is only the tag.
  var before: String
  /// The key of a tag that has no repository beside it: `image` of `image: {tag: v1}`; nil for others.
  var namelessKey: String?
  /// Whether the value can be nothing else than a name, so that any other text is reported.
  var isCertain: Bool
  /// Whether a key beside the tag has a digest, which would have to change with it.
  var hasOwnDigest = false

  /// Creates a value.
  init(_ node: Node, before: String = "", isCertain: Bool = false) {
    self.node = node
    self.before = before
    self.isCertain = isCertain
  }
}

extension ReferenceFile {
  /// Finds the images of a YAML file with one or several documents separated by `---`.
  ///
  /// - Parameters:
  ///   - source: the file.
  ///   - select: returns the values of a document that name images.
  /// - Returns: the file with its images; names with variables are among the unread ones.
  /// - Throws: a problem with the place of a syntax error.
  static func images(
    of source: SourceText, _ select: (Node) -> [ImageValue]
  ) throws(Problem) -> ReferenceFile {
    var file = ReferenceFile(source)
    var seen: Set<Location> = []
    var documents = Budget("documents of a file", 2_000)
    for part in parts(of: source) {
      let location = source.location(at: part.lowerBound)
      try documents.spend(on: source.file, at: location)
      let text = SourceText(file: source.file, bytes: Array(source.bytes[part]))
      let root: Node?
      do throws(SyntaxError) {
        root = try Document(text, firstLine: location.line).root
      } catch {
        throw Problem(.refused, "isn't valid YAML: \(error.message)", at: error.location)
      }
      for value in root.map(select) ?? [] where seen.insert(value.node.location).inserted {
        try file.add(value, in: text, shift: part.lowerBound)
      }
    }
    file.images.sort { $0.range.lowerBound < $1.range.lowerBound }
    return file
  }

  /// Adds the image of a value, or the reason why it isn't evaluated.
  ///
  /// - Throws: a refusal if the name isn't literally in the file.
  mutating func add(
    _ value: ImageValue, in text: SourceText, shift: Int = 0
  ) throws(Problem) {
    guard var part = value.node.string, !part.isEmpty else { return }
    if let key = value.namelessKey {
      unread.append(
        UnsupportedReference(
          "\(key).tag \(part)", "has no repository beside it, so that its image isn't known",
          at: value.node.location, advice: "write the repository beside the tag"))
      return
    }
    if part.hasPrefix("docker://") { part = String(part.dropFirst("docker://".count)) }
    part = part.defaultOfVariable ?? part
    var value = value
    if value.before.isEmpty, let (before, tag) = part.resolvingName {
      (value.before, part) = (before, tag)
    }
    let name = value.before + part
    if name.contains("$") || name.contains("{{") {
      unread.append(
        UnsupportedReference(
          name, "has a variable", at: value.node.location,
          advice: "write the name and its tag literally"))
      return
    }
    guard ImageReference(name) != nil else { return refuse(noImage: name, value) }
    guard !value.hasOwnDigest else {
      return refuse(
        name, "has a digest of its own beside the tag, which stays", at: value.node.location)
    }
    let isPlain = value.node.scalar?.style == .plain
    let isWhole = part == value.node.string
    if !value.before.isEmpty, isWhole, ImplicitNumber.losesDigits(value.node) {
      unread.append(
        UnsupportedReference(
          name, "has a tag that YAML reads as a number", at: value.node.location,
          advice: "quote the tag"))
      return
    }
    let raw = text.bytes[value.node.range]
    let wanted = Array(part.utf8)
    guard let start = raw.indices.first(where: { raw[$0...].starts(with: wanted) }) else {
      throw Problem(
        .refused, "is written with escapes or over several lines", subject: name,
        at: value.node.location, advice: "write the value on one line without escapes")
    }
    let range = (start + shift)..<(start + shift + wanted.count)
    guard var use = ImageUse(name, at: range, in: source) else { return }
    use.before = value.before
    use.isPlainScalar = isPlain && !value.before.isEmpty && isWhole
    images.append(use)
  }

  /// Reports a text that names no image where only a name can be.
  ///
  /// Other values of `image` can be anything; one beside a tag is a name.
  private mutating func refuse(noImage name: String, _ value: ImageValue) {
    if !value.before.isEmpty || value.isCertain, ImageReference(name.lowercased()) != nil {
      let message = "has capital letters, which names of images can't have"
      refuse(name, message, at: value.node.location)
    } else if value.isCertain {
      refuse(name, "isn't the name of an image", at: value.node.location)
    }
  }

  /// Splits a file into its documents.
  private static func parts(of source: SourceText) -> [Range<Int>] {
    let starts = documentStarts(in: source.bytes)
    return zip(starts, starts.dropFirst() + [source.bytes.count]).map { $0..<$1 }
  }
}

extension String {
  /// The default in `${IMAGE:-postgres:16}`, if it is the whole value and has no variable itself.
  fileprivate var defaultOfVariable: String? {
    guard hasPrefix("${"), hasSuffix("}"), let sign = firstRange(of: ":-") else { return nil }
    let name = self[..<sign.lowerBound].dropFirst(2)
    let value = self[sign.upperBound...].dropLast()
    guard name.utf8.allSatisfy(isNameByte), !value.contains("$"), !value.contains("}") else {
      return nil
    }
    return value.isEmpty ? nil : String(value)
  }

  /// Splits `${HUB:-docker.io}/redis:7` into the name with the defaults of its variables, up to the
  /// colon, and the literal tag.
  ///
  /// Nil if there is no variable, if the tag has one or is missing, or if a variable has no default.
  fileprivate var resolvingName: (before: String, tag: String)? {
    guard contains("$"), let brace = lastIndex(of: "}") else { return nil }
    let behind = self[index(after: brace)...]
    let last = behind.lastIndex(of: "/").map { behind[$0...] } ?? behind
    guard let colon = last.firstIndex(of: ":"), !last.contains("$") else { return nil }
    var before = ""
    var rest = self[...colon]
    while let sign = rest.firstIndex(of: "$") {
      before += rest[..<sign]
      let text = rest[sign...]
      guard let end = text.firstIndex(of: "}"),
        let value = String(text[...end]).defaultOfVariable
      else { return nil }
      before += value
      rest = rest[rest.index(after: end)...]
    }
    return (before + rest, String(self[index(after: colon)...]))
  }
}

private func isNameByte(_ byte: UInt8) -> Bool {
  (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_")
}
