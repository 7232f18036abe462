import FoundationEssentials
import TestSupport

@testable import Bundler

/// The folder of oracles that `MARTLET_SHARED` names; tests that need it are off without it.
enum SharedFolder {
  static let path = ProcessInfo.processInfo.environment["MARTLET_SHARED"]

  static var isPresent: Bool { path != nil }

  /// Reads a file below `oracles/bundler`.
  static func data(_ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: "\(path ?? "")/oracles/bundler/\(name)"))
  }

  /// Decodes a file of JSON below `oracles/bundler`.
  static func json<Value: Decodable>(_ name: String, as type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: data(name))
  }

  /// Unpacks universes and pairs once, below `MARTLET_SCRATCH` or the temporary folder.
  static func unpack() async throws -> String { try await kit.value }

  private static let kit = Task { try await unpackOnce() }

  private static func unpackOnce() async throws -> String {
    let scratch = ProcessInfo.processInfo.environment["MARTLET_SCRATCH"] ?? "/tmp"
    let folder = "\(scratch)/martlet-bundler-kit"
    let done = folder + "/done"
    guard !FileManager.default.fileExists(atPath: done) else { return folder }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for archive in ["universes.tar.gz", "pairs.tar.gz"] {
      let kit = "\(path ?? "")/oracles/bundler/\(archive)"
      let words = ["/usr/bin/tar", "--no-same-owner", "-xzf", kit, "-C", folder]
      let status = try await ChildProcess(words).end()
      guard status == 0 else { throw CocoaError(.fileReadCorruptFile) }
    }
    try Data().write(to: URL(filePath: done))
    return folder
  }
}
