package import Ecosystem
package import Text
package import YAML

/// Finds images in YAML.
package enum ImageValues {
  /// Parses a file with one or several documents separated by `---`.
  ///
  /// - Parameters:
  ///   - source: the file.
  ///   - select: returns the values of a document that name images.
  /// - Returns: the file with its images; values with variables are left out.
  /// - Throws: a problem with the place of a syntax error.
  package static func file(
    _ source: SourceText, _ select: (Node) -> [Node]
  ) throws(Problem) -> ImageFile {
    var uses: [ImageUse] = []
    var documents = Allowance("documents of a file", 2_000)
    for part in parts(of: source) {
      let place = source.location(at: part.lowerBound)
      try documents.spend(on: source.file, at: place)
      let text = SourceText(file: source.file, bytes: Array(source.bytes[part]))
      let shift = part.lowerBound
      let root: Node?
      do throws(SyntaxError) {
        root = try Document(text, firstLine: place.line).root
      } catch {
        throw Problem(.refused, "isn't valid YAML: \(error.message)", at: error.location)
      }
      for node in root.map(select) ?? [] {
        if let use = try use(node, in: text, shift: shift, of: source) { uses.append(use) }
      }
    }
    var seen: Set<Int> = []
    return ImageFile(
      source,
      uses: uses.filter { seen.insert($0.range.lowerBound).inserted }.sorted {
        $0.range.lowerBound < $1.range.lowerBound
      })
  }

  /// Returns the use of an image in a value; nil if it isn't an image.
  ///
  /// - Throws: a refusal if the name isn't literally in the file.
  private static func use(
    _ node: Node, in text: SourceText, shift: Int, of source: SourceText
  ) throws(Problem) -> ImageUse? {
    guard var name = node.string else { return nil }
    if name.hasPrefix("docker://") { name = String(name.dropFirst("docker://".count)) }
    guard ImageReference(name) != nil else { return nil }
    let raw = text.bytes[node.range]
    let wanted = Array(name.utf8)
    guard let start = raw.indices.first(where: { raw[$0...].starts(with: wanted) }) else {
      throw Problem(
        .refused, "is written with escapes or over several lines", subject: name,
        at: node.location, advice: "write the value on one line without escapes")
    }
    return ImageUse(name, at: (start + shift)..<(start + shift + wanted.count), in: source)
  }

  /// Splits a file at the lines that begin with `---`.
  private static func parts(of source: SourceText) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = 0
    var line = 0
    let bytes = source.bytes
    while line < bytes.count {
      let end = bytes[line...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      if bytes[line..<end].starts(with: "---".utf8), line > start {
        parts.append(start..<line)
        start = line
      }
      line = end
    }
    return parts + [start..<bytes.count]
  }
}
