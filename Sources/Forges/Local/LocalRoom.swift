import FileAccess
import FoundationEssentials
import Git
import Libc

/// One repository of a local forge, with the folder of its records; calls block.
struct LocalRoom: Sendable {
  let name: RepositoryName
  let forge: LocalForge
  let git: Git.Repository
  /// `DIR/OWNER/NAME.pulls`.
  let folder: String

  /// The repository must exist; its records need not.
  init(_ name: RepositoryName, in forge: LocalForge) throws(ForgeError) {
    let base = "\(forge.root)/\(name)"
    self.name = name
    self.forge = forge
    git = Git.Repository(path: "\(base).git")
    folder = "\(base).pulls"
    guard access("\(git.path)/HEAD", F_OK) == 0 else {
      throw ForgeError(.notFound, subject: name.description)
    }
  }

  var subject: String { name.description }

  /// Runs `body` while this program holds the lock file; the system releases it when the program ends.
  func locked<Value>(_ body: () throws(ForgeError) -> Value) throws(ForgeError) -> Value {
    try makeFolder(folder)
    let file = Libc.open("\(folder)/.lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw failure("lock") }
    defer { close(file) }
    while flock(file, LOCK_EX) != 0 {
      guard errno == EINTR else { throw failure("lock") }
    }
    return try body()
  }

  /// Reads a record; nil if there is none.
  func read<Value: Decodable>(_ file: String, limit: Int = 32 << 20) throws(ForgeError) -> Value? {
    let path = "\(folder)/\(file)"
    guard access(path, F_OK) == 0 else { return nil }
    var status = stat()
    guard stat(path, &status) == 0, Int(status.st_size) <= limit else {
      throw ForgeError(.tooLarge(limit: limit), subject: "\(subject) \(file)")
    }
    guard let data = FileManager.default.contents(atPath: path) else { throw failure(file) }
    do {
      return try LocalRecord.decoder.decode(Value.self, from: data)
    } catch {
      throw ForgeError(
        .malformed, subject: "\(subject) \(file)", detail: "not the JSON of a record")
    }
  }

  /// Writes a record as JSON that people can read and edit.
  func write(_ record: some Encodable, to file: String) throws(ForgeError) {
    let data: Data
    do {
      data = try LocalRecord.encoder.encode(record)
    } catch {
      throw ForgeError(
        .rejected, subject: "\(subject) \(file)", detail: "cannot be written as JSON")
    }
    try store(Array(data) + [UInt8(ascii: "\n")], in: file)
  }

  /// Replaces a file after its content is on the disk.
  func store(_ bytes: [UInt8], in file: String) throws(ForgeError) {
    do throws(FileError) {
      try replaceFile("\(folder)/\(file)", with: bytes, isDurable: true)
    } catch {
      throw ForgeError(.unavailable, subject: "\(subject) \(file)", detail: "\(error)")
    }
  }

  /// Creates a folder and those above it.
  func makeFolder(_ path: String) throws(ForgeError) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw failure("folder")
    }
  }

  private func failure(_ what: String) -> ForgeError {
    ForgeError(
      .unavailable, subject: "\(subject) \(what)", detail: String(cString: strerror(errno)))
  }
}

/// The format of records: sorted keys and times as text, for readable diffs.
enum LocalRecord {
  static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  static var decoder: JSONDecoder { JSONDecoder() }
}
