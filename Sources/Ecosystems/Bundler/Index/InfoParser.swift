import Gems
import Libc
import Text

/// Parses `/info/NAME` of a compact index.
///
///     1.18.8-x86_64-linux-gnu racc:~> 1.4|checksum:4a74…,ruby:< 3.5.dev&>= 3.1,rubygems:>= 3.3.22
///
/// Equal parts are parsed once, because most versions of a gem have the same dependencies.
struct InfoParser {
  let name: String
  let source: GemSource
  let rules: PlatformRules
  private var dependencies: [InfoText: [GemDependency]] = [:]
  private var requirements: [InfoText: GemRequirement] = [:]
  private var platforms: [InfoText: GemPlatform] = [:]
  private var kin: [Needs: Int] = [:]

  /// The requirements of a line.
  private struct Needs: Hashable {
    var dependencies: InfoText
    var ruby: InfoText
    var rubygems: InfoText
  }

  /// A version for a platform.
  private struct Variant: Hashable {
    var version: String
    var platform: GemPlatform
  }

  /// Why a page is not used.
  enum Defect: Error, Hashable {
    case invalid(line: Int)
    case platforms(version: String)
  }

  /// Versions have at most about 30 platforms; resolvers compare those of a version in pairs.
  static let mostPlatforms = 500

  init(name: String, source: GemSource, rules: PlatformRules) {
    self.name = name
    self.source = source
    self.rules = rules
  }

  /// Parses all lines after the header; a later line for the same platform replaces an earlier one.
  mutating func parse(_ bytes: [UInt8]) throws(Defect) -> [GemSpec] {
    var result: [GemSpec] = []
    var indices: [Variant: Int] = [:]
    var platforms: [String: Int] = [:]
    let lines = bytes.lines
    let header = lines.enumerated().first { $0.element.elementsEqual("---".utf8) }?.offset
    for (index, line) in lines.enumerated() where !line.isEmpty && index > header ?? -1 {
      guard let spec = parse(line: line) else { throw .invalid(line: index + 1) }
      let variant = Variant(version: spec.version.text, platform: spec.platform)
      if let earlier = indices[variant] {
        result[earlier] = spec
        continue
      }
      indices[variant] = result.count
      result.append(spec)
      guard spec.platform != .ruby else { continue }
      platforms[variant.version, default: 0] += 1
      if platforms[variant.version, default: 0] > Self.mostPlatforms {
        throw .platforms(version: variant.version)
      }
    }
    return result
  }

  private mutating func parse(line: ArraySlice<UInt8>) -> GemSpec? {
    let head = line.prefix(before: 0x20)
    let rest = line[head.endIndex...].dropFirst()
    let cut = head.position(of: UInt8(ascii: "-")) ?? head.endIndex
    guard !head.isEmpty, let version = GemVersion(String(decoding: head[..<cut], as: UTF8.self))
    else { return nil }
    let bar = rest.position(of: UInt8(ascii: "|")) ?? rest.endIndex
    var needs = Needs(
      dependencies: InfoText(rest[..<bar]), ruby: InfoText([]), rubygems: InfoText([]))
    guard let needed = list(needs.dependencies) else { return nil }
    var spec = GemSpec(
      name: name, version: version, platform: platform(InfoText(head[cut...].dropFirst())),
      dependencies: needed, source: source)
    guard add(metadata: rest[bar...].dropFirst(), to: &spec, &needs) else { return nil }
    spec.kin = kin[needs] ?? kin.count
    kin[needs] = spec.kin
    return spec
  }

  private mutating func platform(_ text: InfoText) -> GemPlatform {
    if text.bytes.isEmpty { return .ruby }
    if let known = platforms[text] { return known }
    let result = rules.platform(text.string)
    platforms[text] = result
    return result
  }

  private mutating func list(_ text: InfoText) -> [GemDependency]? {
    if let known = dependencies[text] { return known }
    var result: [GemDependency] = []
    for entry in text.bytes.pieces(at: UInt8(ascii: ",")) where !entry.isEmpty {
      let name = entry.prefix(before: UInt8(ascii: ":"))
      let clauses = InfoText(entry[name.endIndex...].dropFirst())
      guard !name.isEmpty, let requirement = requirement(clauses) else { return nil }
      result.append(GemDependency(name: InfoText(name).string, requirement: requirement))
    }
    dependencies[text] = result
    return result
  }

  private mutating func requirement(_ text: InfoText) -> GemRequirement? {
    if let known = requirements[text] { return known }
    let clauses = text.bytes.pieces(at: UInt8(ascii: "&")).filter { !$0.isEmpty }
      .map { InfoText($0).string }
    let result = GemRequirement(clauses)
    requirements[text] = result
    return result
  }

  private mutating func add(
    metadata: ArraySlice<UInt8>, to spec: inout GemSpec, _ needs: inout Needs
  ) -> Bool {
    for entry in metadata.pieces(at: UInt8(ascii: ",")) where !entry.isEmpty {
      let key = entry.prefix(before: UInt8(ascii: ":"))
      let value = InfoText(entry[key.endIndex...].dropFirst())
      if key.elementsEqual("checksum".utf8) {
        guard value.isDigest else { return false }
        spec.checksum = value.string
      } else if key.elementsEqual("ruby".utf8) {
        guard let needed = requirement(value) else { return false }
        spec.requiredRuby = needed
        needs.ruby = value
      } else if key.elementsEqual("rubygems".utf8) {
        guard let needed = requirement(value) else { return false }
        spec.requiredRubygems = needed
        needs.rubygems = value
      }
    }
    return true
  }
}

/// A slice of an index, compared and hashed as a whole.
private struct InfoText: Hashable {
  let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  var string: String { String(decoding: bytes, as: UTF8.self) }

  /// 64 hexadecimal digits.
  var isDigest: Bool {
    bytes.count == 64
      && bytes.allSatisfy { byte in
        byte.isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
      }
  }

  // `ArraySlice` would hash and compare its bytes one by one.
  func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  static func == (left: InfoText, right: InfoText) -> Bool {
    guard left.bytes.count == right.bytes.count else { return false }
    return left.bytes.withUnsafeBytes { left in
      right.bytes.withUnsafeBytes { right in
        guard let left = left.baseAddress, let other = right.baseAddress else { return true }
        return memcmp(left, other, right.count) == 0
      }
    }
  }
}
