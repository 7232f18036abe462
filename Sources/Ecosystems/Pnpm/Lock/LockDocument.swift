import Ecosystem
import JSON
import Text
import YAML

/// A parsed `pnpm-lock.yaml`.
struct LockDocument: Sendable {
  /// pnpm 11's first document with the package manager's own dependencies, kept byte for byte.
  var environment: [UInt8]
  /// The lock.
  var root: Object
  /// The file.
  var source: SourceText

  /// Parses a file.
  ///
  /// - Throws: `Problem` with the location if the file is not a lock.
  init(_ source: SourceText) throws(Problem) {
    self.source = source
    let start = Self.start(in: source.bytes)
    environment = Array(source.bytes[..<start])
    let bytes = start == 0 ? source.bytes : Array(source.bytes[start...])
    if let plain = PlainLock.read(bytes, Self.limits) {
      root = plain
    } else {
      root = try Self.root(of: bytes, from: start, in: source)
    }
  }

  /// Parses YAML of any form.
  private static func root(
    of bytes: [UInt8], from start: Int, in source: SourceText
  ) throws(Problem) -> Object {
    let body = SourceText(file: source.file, bytes: bytes)
    let document: YAML.Document
    do throws(YAML.SyntaxError) {
      let line = source.location(at: start).line
      document = try YAML.Document(body, limits: limits, firstLine: line)
    } catch {
      throw Problem(
        error.isLimit ? .refused : .failed, "is not YAML: \(error.message)", subject: source.file,
        at: error.location)
    }
    if let key = document.repeatedKeys.first {
      throw Problem(.failed, "occurs twice in the lock", subject: key.name, at: key.location)
    }
    guard let root = document.root, case .object(let object) = Value(root) else {
      throw Problem(
        .failed, "is not a lock of pnpm", subject: source.file, at: source.location(at: 0))
    }
    return object
  }

  /// Returns the place of the first line of the lock with a key.
  func location(of key: String) -> Location? {
    let written = LockScalar(key, isSingleLine: true, isInBlock: true).text(level: 1, width: nil)
    for line in source.bytes.lines where line.startIndex >= environment.count {
      let text = line.drop { $0 == UInt8(ascii: " ") }
      if text.starts(with: "\(written):".utf8) { return source.location(at: text.startIndex) }
    }
    return nil
  }

  private static let limits = {
    var limits = YAML.Document.Limits()
    // The largest known locks have 5 MB.
    limits.size = 24 << 20
    limits.nodes = 1_000_000
    return limits
  }()

  /// Returns where the last document starts: after the second line `---`, if the first line is one.
  private static func start(in bytes: [UInt8]) -> Int {
    let mark = Array("---\n".utf8)
    guard bytes.starts(with: mark) else { return 0 }
    var index = mark.count
    while index < bytes.count {
      if bytes[index...].starts(with: mark) { return index + mark.count }
      guard let end = bytes[index...].firstIndex(of: 0x0A) else { break }
      index = end + 1
    }
    return 0
  }
}

extension Value {
  /// Converts YAML; plain booleans, numbers and nulls keep their type.
  init(_ node: YAML.Node) {
    switch node.content {
    case .scalar(let scalar): self.init(scalar)
    case .sequence(let elements): self = .array(elements.map { Value($0) })
    case .mapping(let entries):
      self = .object(
        Object(distinct: entries.map { Object.Entry(key: $0.name, value: Value($0.value)) }))
    }
  }

  /// Converts a scalar of YAML.
  init(_ scalar: YAML.Scalar) {
    if scalar.isNull {
      self = .null
    } else if let flag = scalar.bool() {
      self = .bool(flag)
    } else if scalar.isImplicit, scalar.int != nil || scalar.double != nil {
      self = .number(scalar.text)
    } else {
      self = .string(scalar.text)
    }
  }
}
