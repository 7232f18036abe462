package import Ecosystem
internal import JSON

extension Advisory {
  /// The maximum length of an id, a version or a package name, in bytes.
  private static let longestWord = 250
  /// The maximum number of blocks, versions, ranges and events.
  ///
  /// No real record has as many.
  private static let mostParts = 20_000

  /// Parses a record.
  ///
  /// Unknown members and blocks about other ecosystems are ignored.
  ///
  /// The parts that decide whether a version is affected are parsed completely: a record with an
  /// unknown part there is refused, since it would affect fewer versions than it should.
  ///
  /// - Parameters:
  ///   - bytes: JSON as returned by `GET /v1/vulns/ID`.
  ///   - url: the name of the record in errors.
  ///   - ecosystems: the ecosystems whose packages matter.
  /// - Throws: `AdvisoryFailure.malformed`.
  package init(
    _ bytes: [UInt8], from url: String, in ecosystems: [OSVEcosystem]
  ) throws(AdvisoryFailure) {
    func malformed(_ what: String) -> AdvisoryFailure { .malformed(url: url, what: what) }
    let root: Node
    do {
      root = try Document(bytes, named: url).root
    } catch {
      throw malformed("it is not JSON")
    }
    guard let id = root["id"]?.string, Self.isID(id) else { throw malformed("it has no 'id'") }
    self.init(
      id: id, aliases: Self.texts(root["aliases"]).filter(Self.isID).prefix(20).map(\.self),
      summary: Self.line(root["summary"]?.string ?? root["details"]?.string ?? ""),
      severity: Self.severity(root),
      isWithdrawn: root["withdrawn"].map { !$0.isNull } ?? false, affected: [])
    for block in try Self.list(root["affected"], malformed("'affected' is not a list")) {
      // An ecosystem can be followed by a release: `RubyGems:3.1`.
      let word = (block["package"]?["ecosystem"]?.string ?? "").prefix { $0 != ":" }
      guard let ecosystem = ecosystems.first(where: { $0.name == word }),
        let name = block["package"]?["name"]?.string
      else { continue }
      affected.append(
        try Self.affected(AdvisedPackage(ecosystem, name), block, malformed))
    }
  }

  private static func affected(
    _ package: AdvisedPackage, _ block: Node, _ malformed: (String) -> AdvisoryFailure
  ) throws(AdvisoryFailure) -> Affected {
    var affected = Affected(package)
    for version in try list(block["versions"], malformed("'versions' is not a list")) {
      guard let text = version.string else { throw malformed("a version is not a string") }
      affected.versions.insert(text)
    }
    for range in try list(block["ranges"], malformed("'ranges' is not a list"))
    where range["type"]?.string != "GIT" {
      var events: [Event] = []
      for event in try list(range["events"], malformed("'events' is not a list")) {
        events += try Self.events(event, malformed)
      }
      affected.ranges.append(Range(events))
    }
    return affected
  }

  private static func events(
    _ node: Node, _ malformed: (String) -> AdvisoryFailure
  ) throws(AdvisoryFailure) -> [Event] {
    var events: [Event] = []
    for (key, value) in node.members.map({ ($0.key, $0.value) }) {
      guard let kind = Event.Kind(rawValue: key) else {
        throw malformed("the event '\(key.prefix(40))' is unknown")
      }
      guard let version = value.string, version.utf8.count <= longestWord else {
        throw malformed("an event has no version")
      }
      events.append(Event(kind, version))
    }
    return events
  }

  /// The elements of a list; empty if it is absent or null.
  private static func list(
    _ node: Node?, _ failure: AdvisoryFailure
  ) throws(AdvisoryFailure) -> [Node] {
    guard let node, !node.isNull else { return [] }
    guard node.kind == .array else { throw failure }
    let elements = Array(node.elements.prefix(mostParts + 1))
    guard elements.count <= mostParts else {
      throw .tooMuch(what: "a record has more than \(mostParts) parts")
    }
    return elements
  }

  private static func texts(_ node: Node?) -> [String] {
    node.map { $0.elements.compactMap(\.string) } ?? []
  }

  /// GitHub's severity word, or otherwise the vector of the newest CVSS version.
  private static func severity(_ root: Node) -> String? {
    if let word = root["database_specific"]?["severity"]?.string, isWord(word) {
      return word.lowercased()
    }
    let scores = root["severity"].map { $0.elements.compactMap { $0["score"]?.string } } ?? []
    return scores.filter { $0.utf8.count <= 200 && $0.hasPrefix("CVSS:") }.max()
  }

  private static func isWord(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 20
      && text.unicodeScalars.allSatisfy { $0.isASCII && $0.properties.isAlphabetic }
  }

  private static func line(_ text: String) -> String {
    String(text.split(whereSeparator: \.isNewline).first ?? "").prefix(300).description
  }

  /// Whether a text is a valid id.
  ///
  /// Ids become part of a URL.
  static func isID(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= longestWord
      && text.unicodeScalars.allSatisfy { scalar in
        scalar.isASCII
          && (scalar.properties.isAlphabetic || ("0"..."9") ~= scalar
            || "-_.:".unicodeScalars.contains(scalar))
      } && text.first != "."
  }
}
