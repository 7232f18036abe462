import Ecosystem
import Gems
import Text

/// Parses a `Gemfile.lock`; lines that Bundler would drop silently are refused.
struct LockfileReader {
  private enum Section {
    case source, platforms, dependencies, checksums, ruby, bundler
  }

  private let text: SourceText
  private var lock = Lockfile()
  private var section: Section?
  private var block: LockfileBlockReader?
  private var offset = 0
  /// The gems of the blocks that have ended.
  private var gemCount = 0

  /// The maximal size of a lock, in bytes.
  static let limit = 8 << 20
  /// The maximum number of gems in a lock; the largest known ones list about two thousand.
  private static let gemLimit = 10_000

  /// Parses all sections.
  ///
  /// - Throws: a `Problem` with the line that isn't valid.
  static func read(_ text: SourceText) throws(Problem) -> Lockfile {
    guard text.bytes.count <= limit else {
      throw Problem(.refused, "is larger than \(limit) bytes", subject: text.file)
    }
    var reader = LockfileReader(text: text)
    for line in text.bytes.lines {
      try reader.read(line)
      reader.offset += line.count + 1
    }
    try reader.endBlock()
    return reader.lock
  }

  private init(text: SourceText) {
    self.text = text
  }

  private mutating func read(_ bytes: ArraySlice<UInt8>) throws(Problem) {
    var bytes = bytes
    if bytes.last == UInt8(ascii: "\r") {
      lock.hasCarriageReturns = true
      bytes = bytes.dropLast()
    }
    guard !bytes.allSatisfy(\.isASCIISpace) else { return }
    try refuseConflict(bytes)
    let line = String(decoding: bytes, as: UTF8.self)
    if bytes.first?.isASCIISpace == true {
      try readEntry(line)
    } else {
      try startSection(line)
    }
  }

  private mutating func startSection(_ line: String) throws(Problem) {
    try endBlock()
    switch line {
    case "GEM", "GIT", "PATH", "PLUGIN SOURCE":
      section = .source
      block = LockfileBlockReader(kind: line)
    case "PLATFORMS": section = .platforms
    case "DEPENDENCIES": section = .dependencies
    case "CHECKSUMS":
      section = .checksums
      lock.checksums = lock.checksums ?? [:]
    case "RUBY VERSION": section = .ruby
    case "BUNDLED WITH": section = .bundler
    default: throw refusal("has a section that Bundler does not know", line)
    }
  }

  private mutating func readEntry(_ line: String) throws(Problem) {
    switch section {
    case .source:
      if block?.read(line) != true { throw refusal("has a line of no known form", line) }
      if gemCount + (block?.gemCount ?? 0) > Self.gemLimit {
        throw refusal("lists more than \(Self.gemLimit) gems", line)
      }
    case .platforms: lock.platforms.append(line.trimmed)
    case .dependencies: try readDependency(line)
    case .checksums: try readChecksum(line)
    case .ruby: lock.rubyVersion = line.trimmed
    case .bundler: try readBundler(line.trimmed)
    case nil: throw refusal("has a line outside every section", line)
    }
  }

  private mutating func readDependency(_ line: String) throws(Problem) {
    guard let entry = LockfileEntry(line), entry.indent == 2, entry.trailer == nil,
      let dependency = entry.dependency
    else { throw refusal("has a dependency of no known form", line) }
    lock.dependencies.append(.init(dependency: dependency, isPinned: entry.isPinned))
  }

  private mutating func readChecksum(_ line: String) throws(Problem) {
    guard let entry = LockfileEntry(line), entry.indent == 2, let version = entry.parenthesized
    else { throw refusal("has a checksum of no known form", line) }
    lock.checksums?["\(entry.name) (\(version))"] = entry.trailer ?? ""
  }

  private mutating func readBundler(_ line: String) throws(Problem) {
    guard GemVersion(line) != nil else { throw refusal("names no version of Bundler", line) }
    lock.bundledWith = line
  }

  private mutating func endBlock() throws(Problem) {
    guard let block else { return }
    self.block = nil
    guard let finished = block.finish() else {
      throw refusal("has a block without its remote or revision", block.kind)
    }
    gemCount += block.gemCount
    lock.blocks.append(finished)
  }

  private func refuseConflict(_ line: ArraySlice<UInt8>) throws(Problem) {
    let markers = ["<<<<<<<", "=======", ">>>>>>>", "|||||||"]
    guard markers.contains(where: { line.starts(with: $0.utf8) }) else { return }
    throw Problem(mergeConflictAt: text.location(at: offset))
  }

  private func refusal(_ message: String, _ subject: String) -> Problem {
    Problem(
      .refused, message, subject: String(subject.trimmed.prefix(80)), at: text.location(at: offset))
  }
}
