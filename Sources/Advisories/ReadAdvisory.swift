package import Ecosystem
internal import JSON

extension Advisory {
  /// The maximum length of an id, a version or a package name, in bytes.
  private static let longestWord = 250
  /// The maximum number of blocks, versions, ranges and events in a record.
  ///
  /// No real record has as many.
  private static let mostParts = 20_000
  /// The maximum number of events in a record, which are sorted for each version.
  private static let mostEvents = 1_000

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
    var parts = Parts()
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
    for block in try parts.list(root["affected"], "affected", malformed) {
      guard let package = try Self.package(block["package"], ecosystems, malformed) else {
        continue
      }
      affected.append(try Self.affected(package, block, &parts, malformed))
    }
  }

  /// Counts the parts of a record.
  private struct Parts {
    private var count = 0
    private var events = 0

    /// Returns the elements of a list; empty if it is absent or null.
    mutating func list(
      _ node: Node?, _ name: String, _ malformed: (String) -> AdvisoryFailure
    ) throws(AdvisoryFailure) -> [Node] {
      guard let node, !node.isNull else { return [] }
      guard node.kind == .array else { throw malformed("'\(name)' is not a list") }
      let elements = Array(node.elements.prefix(mostParts - count + 1))
      count += elements.count
      if name == "events" { events += elements.count }
      guard count <= mostParts else { throw malformed("it has more than \(mostParts) parts") }
      guard events <= mostEvents else { throw malformed("it has more than \(mostEvents) events") }
      return elements
    }
  }

  /// Parses the package of a block; nil if it belongs to another ecosystem, or the block has none.
  private static func package(
    _ node: Node?, _ ecosystems: [OSVEcosystem],
    _ malformed: (String) -> AdvisoryFailure
  ) throws(AdvisoryFailure) -> AdvisedPackage? {
    guard let node, !node.isNull else { return nil }
    guard let ecosystem = node["ecosystem"]?.string, let name = node["name"]?.string else {
      throw malformed("a package has no ecosystem or no name")
    }
    // An ecosystem can be followed by a release: `RubyGems:3.1`.
    let word = ecosystem.prefix { $0 != ":" }
    return ecosystems.first { $0.name == word }.map { AdvisedPackage($0, name) }
  }

  private static func affected(
    _ package: AdvisedPackage, _ block: Node, _ parts: inout Parts,
    _ malformed: (String) -> AdvisoryFailure
  ) throws(AdvisoryFailure) -> Affected {
    var affected = Affected(package)
    for version in try parts.list(block["versions"], "versions", malformed) {
      guard let text = version.string else { throw malformed("a version is not a string") }
      affected.versions.insert(text)
    }
    for range in try parts.list(block["ranges"], "ranges", malformed)
    where range["type"]?.string != "GIT" {
      var events: [Event] = []
      for event in try parts.list(range["events"], "events", malformed) {
        events += try Self.events(event, malformed)
      }
      affected.ranges.append(Range(events))
    }
    affected.symbols = Self.symbols(block)
    return affected
  }

  /// The maximum number of vulnerable symbols of a block.
  private static let mostSymbols = 50

  /// Returns the vulnerable functions and types that a block names.
  ///
  /// OSV leaves their form to each database: RustSec has `affects.functions` and
  /// `affected_functions`, Go's has `imports` with `symbols`. They are for display, so that other
  /// members are ignored.
  private static func symbols(_ block: Node) -> [String] {
    var names: [String] = []
    for key in ["ecosystem_specific", "database_specific"] {
      guard let specific = block[key] else { continue }
      names += texts(specific["affects"]?["functions"]) + texts(specific["affected_functions"])
      names += texts(specific["symbols"])
      names += specific["imports"].map { $0.elements.flatMap { texts($0["symbols"]) } } ?? []
    }
    var seen: Set<String> = []
    return names.filter { isSymbol($0) && seen.insert($0).inserted }.prefix(mostSymbols)
      .map(\.self)
  }

  private static func isSymbol(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= longestWord
      && text.unicodeScalars.allSatisfy { $0.isASCII && $0.value > 0x20 && $0.value < 0x7F }
  }

  private static func events(
    _ node: Node, _ malformed: (String) -> AdvisoryFailure
  ) throws(AdvisoryFailure) -> [Event] {
    var events: [Event] = []
    guard node.kind == .object else { throw malformed("an event is not an object") }
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
