import Archives
import Ecosystem
import Gems
import Ruby
import Text

/// The files of a gem's package, as far as code is concerned.
struct GemArchive: Sendable {
  /// The Ruby sources and those of native extensions by path.
  var files: [String: [UInt8]] = [:]
  /// The folders from which files are required.
  var folders = ["lib"]
  /// The licences, sorted; empty if none is named.
  var licences: [String] = []
  /// The bytes of all files.
  var size = 0

  /// Whether the content of a path is kept.
  private static func isCode(_ path: String) -> Bool {
    let endings = [
      ".rb", ".c", ".cc", ".cpp", ".h", ".hpp", ".rs", ".java", ".so", ".bundle", ".jar",
    ]
    return !path.hasPrefix("test/") && !path.hasPrefix("spec/")
      && endings.contains { path.hasSuffix($0) }
  }

  /// Reads a `.gem` file: a tar archive with `data.tar.gz` and `metadata.gz`.
  ///
  /// - Throws: a `Problem` if an archive is malformed or larger than the limit.
  init(_ bytes: [UInt8], of subject: String, limits: TarballClient.Limits) throws(Problem) {
    let parts = try Self.parts(of: bytes, subject)
    guard let data = parts["data.tar.gz"] else {
      throw Problem(.failed, "has no data.tar.gz in its package", subject: subject)
    }
    let tarball = try Tarball(
      gzip: data, of: subject, limit: limits.content, removedParts: 0, keeping: Self.isCode)
    for entry in tarball.entries {
      if case .file(let content, _) = entry.content, Self.isCode(entry.path) {
        files[entry.path] = content
      }
    }
    size = tarball.size
    readMetadata(try Self.text(parts["metadata.gz"] ?? [], subject))
  }

  private static func parts(
    of bytes: [UInt8], _ subject: String
  ) throws(Problem) -> [String: [UInt8]] {
    var reader = TarballReader(removedParts: 0)
    var parts: [String: [UInt8]] = [:]
    var path = ""
    do throws(ArchiveFailure) {
      try reader.read(bytes[...]) { (part) throws(ArchiveFailure) in
        switch part {
        case .entry(let entry): path = entry.path
        case .content(let piece): parts[path, default: []] += piece
        case .end: path = ""
        }
      }
      try reader.finish()
    } catch {
      throw Problem(.failed, "has a malformed package on its server", subject: subject)
    }
    return parts
  }

  private static func text(_ bytes: [UInt8], _ subject: String) throws(Problem) -> String {
    var text: [UInt8] = []
    let outcome = Gzip.decompress(bytes, limit: 4 << 20) { text += $0 }
    guard bytes.isEmpty || outcome == .complete else {
      throw Problem(.failed, "has malformed metadata in its package", subject: subject)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads the lists of the gemspec, which RubyGems writes as YAML in one form.
  private mutating func readMetadata(_ text: String) {
    var lists: [String: [String]] = [:]
    var key = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("- ") {
        lists[key, default: []].append(line.dropFirst(2).trimmed.filter { $0 != "\"" && $0 != "'" })
      } else if line.first?.isLetter == true {
        key = String(line.prefix { $0 != ":" })
      }
    }
    folders = lists["require_paths"] ?? folders
    licences = (lists["licenses"] ?? []).sorted()
  }
}
