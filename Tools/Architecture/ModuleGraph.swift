import FoundationEssentials
import Libc

/// The modules of the package with their ranks, imports and files.
package struct ModuleGraph: Sendable {
  /// A target of the package.
  package struct Module: Sendable {
    /// The name in import declarations.
    package var name: String
    /// The folder from the root of the repository.
    package var folder: String
    /// The rank from the comments of Package.swift; nil for tests, tools and benchmarks.
    package var rank: Int?
    /// The dependencies declared in Package.swift.
    package var declared: Set<String>
    /// The Swift files by path; empty for a system library.
    package var files: [SourceFile]
    /// Whether the module consists of tests.
    ///
    /// `TestSupport` does not count as tests.
    package var isTest: Bool
  }

  /// The modules in the order of Package.swift.
  package var modules: [Module]

  /// Reads the targets from SwiftPM and all their files.
  ///
  /// - Parameter root: the folder of Package.swift.
  /// - Throws: if a file cannot be read or SwiftPM does not describe the package.
  package init(root: String) throws {
    let package = try JSONDecoder().decode(Description.self, from: describe(root))
    let manifest = try String(contentsOfFile: root + "/Package.swift", encoding: .utf8)
    let ranks = ranks(in: manifest)
    modules = try package.targets.map { target in
      Module(
        name: target.name, folder: target.path, rank: ranks[target.name],
        declared: Set(target.target_dependencies ?? []),
        files: try target.sources.filter { $0.hasSuffix(".swift") }.sorted().map {
          try SourceFile(path: target.path + "/" + $0, root: root)
        },
        isTest: target.type == "test")
    }
    let order = names(in: manifest)
    modules.sort { (order[$0.name] ?? .max, $0.name) < (order[$1.name] ?? .max, $1.name) }
  }

  /// The modules of the program.
  package var programModules: [Module] { modules.filter { $0.rank != nil } }

  /// The undocumented lines by file.
  package var undocumented: [String: [Int]] {
    let files = modules.filter { !$0.isTest }.flatMap(\.files)
    return Dictionary(files.map { ($0.path, $0.undocumented) }) { first, _ in first }
      .filter { !$0.value.isEmpty }
  }

  /// Returns the modules of the package that a module's files import.
  package func imports(of module: Module) -> Set<String> {
    let known = Set(modules.map(\.name))
    return module.files.reduce(into: Set()) { $0.formUnion($1.imports) }
      .intersection(known).subtracting([module.name])
  }
}

private struct Description: Decodable {
  struct Target: Decodable {
    var name: String
    var path: String
    var type: String
    var sources: [String]
    var target_dependencies: [String]?
  }

  var targets: [Target]
}

/// Runs `swift package describe`.
///
/// It uses a separate scratch folder, since a build can be running.
private func describe(_ root: String) throws -> Data {
  let scratch =
    FileManager.default.temporaryDirectory.path + "/" + "martlet-architecture-\(getpid())"
  defer { try? FileManager.default.removeItem(atPath: scratch) }
  let words = [
    "swift", "package", "--package-path", root, "--scratch-path", scratch, "describe", "--type",
    "json",
  ]
  let command = words.map { "'" + $0.replacing("'", with: "'\\''") + "'" }.joined(separator: " ")
  guard let stream = popen(command, "r") else { throw CocoaError(.fileReadUnknown) }
  defer { pclose(stream) }
  var data = Data()
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 {
    data.append(contentsOf: buffer[..<count])
  }
  return data
}

/// Parses the `// rank N` comments and the targets below each.
private func ranks(in manifest: String) -> [String: Int] {
  var rank: Int?
  var result: [String: Int] = [:]
  for (line, name) in targetLines(manifest) {
    if line.hasPrefix("// rank ") {
      rank = Int(line.dropFirst(8))
    } else if line.hasPrefix("// ") {
      rank = nil
    }
    if let name { result[name] = rank }
  }
  return result
}

private func names(in manifest: String) -> [String: Int] {
  var result: [String: Int] = [:]
  for (_, name) in targetLines(manifest) {
    if let name, result[name] == nil { result[name] = result.count }
  }
  return result
}

/// The lines of the list of targets, with the name of the target that starts there, if any.
private func targetLines(_ manifest: String) -> [(line: String, name: String?)] {
  let all = manifest.split(separator: "\n", omittingEmptySubsequences: false)
    .map { String($0).trimmed }
  guard let start = all.firstIndex(of: "targets: [") else { return [] }
  let lines = Array(all[start...])
  return lines.indices.map { index in
    let starts = ["module(", "system(", "loaded(", ".target(", ".executableTarget("]
    guard let opening = starts.first(where: lines[index].hasPrefix) else {
      return (lines[index], nil)
    }
    let rest = String(lines[index].dropFirst(opening.count))
    let here = rest.isEmpty && index + 1 < lines.count ? lines[index + 1] : rest
    return (
      lines[index],
      here.split(separator: "\"").dropFirst(here.hasPrefix("\"") ? 0 : 1)
        .first.map(String.init)
    )
  }
}
