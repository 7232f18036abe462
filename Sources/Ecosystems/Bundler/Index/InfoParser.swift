/// Reads the lines of `/info/NAME` of a compact index.
///
///     1.18.8-x86_64-linux-gnu racc:~> 1.4|checksum:4a74…,ruby:< 3.5.dev&>= 3.1,rubygems:>= 3.3.22
///
/// The same stretch of text is parsed once, as most versions of a gem need the same.
struct InfoParser {
  let name: String
  let source: GemSource
  let rules: PlatformRules
  private var dependencies: [ArraySlice<UInt8>: [GemDependency]] = [:]
  private var requirements: [ArraySlice<UInt8>: GemRequirement] = [:]

  /// A line that is none.
  struct Malformed: Error, Hashable {
    var line: Int
  }

  init(name: String, source: GemSource, rules: PlatformRules) {
    self.name = name
    self.source = source
    self.rules = rules
  }

  /// Reads all lines after the header; a later line for the same platform replaces an earlier one.
  mutating func parse(_ bytes: [UInt8]) throws(Malformed) -> [GemSpec] {
    var result: [GemSpec] = []
    var places: [String: Int] = [:]
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let header = lines.firstIndex { $0.elementsEqual("---".utf8) }.map { $0 + 1 } ?? 0
    for (index, line) in lines.enumerated().dropFirst(header) where !line.isEmpty {
      guard let spec = parse(line: line) else { throw Malformed(line: index + 1) }
      if let place = places[spec.fullName] {
        result[place] = spec
      } else {
        places[spec.fullName] = result.count
        result.append(spec)
      }
    }
    return result
  }

  private mutating func parse(line: ArraySlice<UInt8>) -> GemSpec? {
    let head = line.prefix { $0 != 0x20 }
    let rest = line[head.endIndex...].dropFirst()
    let cut = head.firstIndex(of: UInt8(ascii: "-")) ?? head.endIndex
    guard !head.isEmpty, let version = GemVersion(String(decoding: head[..<cut], as: UTF8.self))
    else { return nil }
    let platform = cut == head.endIndex ? "" : String(decoding: head[(cut + 1)...], as: UTF8.self)
    let bar = rest.firstIndex(of: UInt8(ascii: "|")) ?? rest.endIndex
    guard let needed = list(rest[..<bar]) else { return nil }
    var spec = GemSpec(
      name: name, version: version, platform: rules.platform(platform), dependencies: needed,
      source: source)
    return add(metadata: rest[bar...].dropFirst(), to: &spec) ? spec : nil
  }

  private mutating func list(_ text: ArraySlice<UInt8>) -> [GemDependency]? {
    if let known = dependencies[text] { return known }
    var result: [GemDependency] = []
    for entry in text.split(separator: UInt8(ascii: ",")) {
      let name = entry.prefix { $0 != UInt8(ascii: ":") }
      guard !name.isEmpty, let requirement = requirement(entry[name.endIndex...].dropFirst()) else {
        return nil
      }
      result.append(
        GemDependency(name: String(decoding: name, as: UTF8.self), requirement: requirement))
    }
    dependencies[text] = result
    return result
  }

  private mutating func requirement(_ text: ArraySlice<UInt8>) -> GemRequirement? {
    if let known = requirements[text] { return known }
    let clauses = text.split(separator: UInt8(ascii: "&")).map {
      String(decoding: $0, as: UTF8.self)
    }
    let result = GemRequirement(clauses)
    requirements[text] = result
    return result
  }

  private mutating func add(metadata: ArraySlice<UInt8>, to spec: inout GemSpec) -> Bool {
    for entry in metadata.split(separator: UInt8(ascii: ",")) {
      let key = entry.prefix { $0 != UInt8(ascii: ":") }
      let value = entry[key.endIndex...].dropFirst()
      switch String(decoding: key, as: UTF8.self) {
      case "checksum":
        guard let digest = Self.digest(value) else { return false }
        spec.checksum = digest
      case "ruby":
        guard let needed = requirement(value) else { return false }
        spec.requiredRuby = needed
      case "rubygems":
        guard let needed = requirement(value) else { return false }
        spec.requiredRubygems = needed
      default: continue
      }
    }
    return true
  }

  /// 64 hexadecimal digits.
  private static func digest(_ text: ArraySlice<UInt8>) -> String? {
    let isDigest =
      text.count == 64
      && text.allSatisfy { byte in
        byte.isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
      }
    return isDigest ? String(decoding: text, as: UTF8.self) : nil
  }
}
