import FoundationEssentials

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
}
