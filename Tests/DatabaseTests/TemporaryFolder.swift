import Libc

/// A folder for one test's files, deleted with the last reference to it.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/martlet-database-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(code: errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in Self.names(in: path) { unlink(file(name)) }
    rmdir(path)
  }

  func file(_ name: String) -> String { path + "/" + name }

  var names: [String] { Self.names(in: path) }

  func bytes(of name: String) -> [UInt8] {
    guard let stream = fopen(file(name), "rb") else { return [] }
    defer { fclose(stream) }
    var bytes = [UInt8](repeating: 0, count: 4 << 20)
    let count = fread(&bytes, 1, bytes.count, stream)
    return Array(bytes.prefix(count))
  }

  func write(_ bytes: [UInt8], to name: String) {
    guard let stream = fopen(file(name), "wb") else { return }
    defer { fclose(stream) }
    fwrite(bytes, 1, bytes.count, stream)
  }

  struct Failure: Error {
    var code: Int32
  }

  private static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
